// The shapes that the client's scripts share: the data of a page, and what each file adds to the
// one global. Read by tsc only; nothing here reaches a browser.

/** What a learner gives: letters, texts by blank, or one text. */
type Answer = readonly string[] | string;

/** How a response is judged: what `key()` of a question type emits. Without `check`, not at all. */
interface Key {
  check?: "set" | "text" | "number" | "pairs" | "sequence";
  value?: unknown;
  partial?: boolean;
  any_order?: boolean;
  match_case?: boolean;
  tolerance?: number;
  unit?: string;
  points: number;
  fingerprint: string;
}

interface Verdict {
  answered: boolean;
  correct: boolean;
  /** From 0 to 1. */
  score: number;
  /** For each choice made, blank or pair: whether it is right. */
  parts: boolean[];
  /** The response is no number. */
  invalid?: boolean;
  /** How many right options were not chosen. */
  missing?: number;
  /** How many wrong options were chosen. */
  extra?: number;
}

/** What is stored of one question; unknown fields are kept. */
interface Progress {
  fingerprint: string;
  response: Answer;
  checked: boolean;
  /** From 0 to 1; counts once it is checked. */
  score: number;
  /** Points a learner gave to an essay. */
  grade: number | null;
  /** Which lines of the rubric earned them. */
  ticks?: number[];
  revealed?: boolean;
  /** When it was checked, in milliseconds since 1970. */
  at?: number;
}

type Trouble = "damaged" | "unsaved";

/** The progress of one exam. */
interface Book {
  readonly name: string;
  get(id: string): Progress | undefined;
  ids(): string[];
  /** Stores a record, or removes it. */
  put(id: string, record: Progress | null): void;
  /** Reads again what other tabs have stored. */
  refresh(): void;
  troubles(): Trouble[];
}

/** Words of the interface by name; `{n}` is filled in. */
type Words = Record<string, string | { one: string; other: string }>;

/** How one kind of form holds an answer. `at` marks a place in it as right, wrong or missed. */
interface Field {
  read(form: HTMLFormElement): Answer;
  write(form: HTMLFormElement, answer: Answer): void;
  marks(form: HTMLFormElement, verdict: Verdict, key: Key, revealed: boolean): [Element, Mark][];
}

type Mark = "right" | "wrong" | "missed";

/** How a question stands; nothing as long as there is no answer. */
type State = "right" | "partial" | "wrong" | "answered" | "";

/** A question on the page. */
interface Item {
  id: string;
  number: string;
  article: HTMLElement;
  form: HTMLFormElement;
  /** The answer and explanation, where they are published. */
  answer: HTMLDetailsElement | null;
  field: Field;
  key: Key;
  /** Its place in the overview. */
  link: HTMLAnchorElement;
}

/** What a learner reads of a question, as plain text; see `builder/search.py`. */
type QuestionTexts = [
  id: string,
  number: string,
  type: string,
  stem: string,
  options: string,
  explanation: string,
  tags: string,
];

/** What one data file hands over. */
interface SectionTexts {
  exam: string;
  section: string;
  questions: QuestionTexts[];
}

interface CatalogueSection {
  id: string;
  title: string;
  path: string;
  texts: string;
}

interface CatalogueExam {
  id: string;
  title: string;
  language: string;
  sections: CatalogueSection[];
}

/** All exams, as a page about all of them needs them. Paths lead on from `root`. */
interface Catalogue {
  root: string;
  answers: boolean;
  /** The names of question types. */
  types: Record<string, string>;
  exams: CatalogueExam[];
}

/** A piece of a text: what was searched for, or what stands around it. */
interface Piece {
  text: string;
  hit: boolean;
}

/** How forms of a section are drawn; see `drawing` in `builder/forms.py`. */
interface Drawing {
  exam: string;
  section: string;
  edition: string;
  draw: number | null;
  /** Whether a form may put questions in another order. */
  questions: boolean;
  options: boolean;
  /** By id: runs of letters that may change places, where not all may. */
  bound: Record<string, string[]>;
  /** How many questions of the form stand in sections before. */
  before: number;
}

interface Exampress {
  /** Written by the builder from `templates/locales/`, in the language of the page. */
  words: Words;
  check: {
    ascii(text: string): string;
    fold(text: string, matchCase?: boolean): string;
    judge(key: Key, response: unknown): Verdict;
  };
  store: {
    local(): Storage | null;
    open(storage: Storage | null, site: string, exam: string): Book;
    setting(storage: Storage | null, site: string): string | null;
    set(storage: Storage | null, site: string, theme: string): void;
  };
  fields: {
    of(form: HTMLFormElement): Field;
    arrange(form: HTMLFormElement, words: Words): void;
    settle(form: HTMLFormElement): void;
    empty(answer: Answer): boolean;
  };
  marks: {
    add(place: Element, mark: Mark, words: Words): void;
    feedback(item: Item): void;
    clear(item: Item): void;
  };
  grading: {
    arrange(item: Item): void;
    show(item: Item, record: Progress | undefined): void;
    read(item: Item): { grade: number | null; ticks: number[] };
  };
  verdict: {
    round(points: number): number;
    state(record: Progress | undefined): State;
    words(item: Item, record: Progress | undefined): string;
    mark(item: Item, record: Progress | undefined): void;
  };
  items: {
    answerable(within: ParentNode): HTMLElement[];
    wire(article: HTMLElement, keys: Record<string, Key>, tools: DocumentFragment): Item;
  };
  /** Where data files put what they hold. */
  texts: SectionTexts[];
  library: {
    catalogue(): Catalogue;
    load(section: CatalogueSection): Promise<boolean>;
    questions(exam: string, section: string): QuestionTexts[];
  };
  find: {
    fold(text: string): string;
    words(query: string): string[];
    matches(folded: string, words: string[]): boolean;
    pieces(text: string, words: string[], length: number): Piece[];
  };
  forms: {
    sha256(text: string): string;
    normal(text: string): string;
    read(text: string, edition: string): number | "mistyped" | "edition";
    questions(drawing: Drawing, ids: string[], order: number): string[];
    options(drawing: Drawing, id: string, letters: string, order: number): string;
  };
  page: {
    one<T extends Element = HTMLElement>(selector: string, within?: ParentNode): T;
    clone(selector: string): DocumentFragment;
    data<T>(selector: string): T;
    say(words: Words, name: string, values?: Record<string, string | number>): string;
    book(exam: string): Book;
    notice(text: string): void;
    addTheme(): void;
    openWide(): void;
  };
}

declare var exampress: Exampress;
