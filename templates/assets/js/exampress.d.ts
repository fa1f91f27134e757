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
  unit?: string | string[];
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
  settled?: "right" | "wrong" | "seen";
  /** When it was changed last, in milliseconds since 1970. */
  at?: number;
}

/** What an attempt has come to: its first verdict, or that the answer was opened before one. */
type Attempt = Required<Pick<Progress, "settled">>;

/** An answer: when, in milliseconds since 1970, and whether it was right. */
type Outcome = [at: number, right: boolean];

/** What is remembered of a question besides its answer; unknown fields are kept. */
interface Review {
  /** It stands in the wrong-answer book. */
  wrong: boolean;
  /** How often it was answered wrongly. */
  misses: number;
  /** Right answers in a row since the last wrong one. */
  streak: number;
  bookmarked: boolean;
  /** When any of this changed last, in milliseconds since 1970. */
  at: number;
  /** Every answer that counted since it was first missed. */
  answers: Outcome[];
  /** When it should be asked again, and after how many answers that was found. */
  due?: [answers: number, at: number];
}

/** What is stored of an exam; `data` holds all of it, also what cannot be read. */
interface Entry {
  data: Record<string, unknown>;
  questions: Map<string, Progress>;
  reviews: Map<string, Review>;
  sound: boolean;
}

/** Records to be stored, or removed where there is none. */
interface Changes {
  questions?: Map<string, Progress | null>;
  reviews?: Map<string, Review | null>;
}

/** What another entry has: how much that we do not, how much that is later, how much that stays. */
interface Counts {
  fresh: number;
  newer: number;
  kept: number;
}

interface Merged {
  changes: { questions: Map<string, Progress>; reviews: Map<string, Review> };
  questions: Counts;
  reviews: Counts;
}

type Trouble = "damaged" | "unsaved";

/** The progress of one exam. */
interface Book {
  readonly name: string;
  get(id: string): Progress | undefined;
  ids(): string[];
  /** Stores a record, or removes it. */
  put(id: string, record: Progress | null): void;
  /** Stores several records at once. */
  putAll(changes: Changes): void;
  /** All of it, as it was read last. */
  entry(): Entry;
  /** What is remembered of a question, which outlives its answer. */
  review(id: string): Review | undefined;
  /** The ids of all that is remembered. */
  reviewed(): string[];
  /**
   * Puts a question into the wrong-answer book, or notes that it was missed again. To be called
   * once for an attempt: at its first wrong verdict, or when a mock exam is handed in. The id is
   * that of what can be answered: of a case's part, not of the case.
   */
  /** What an outcome makes of the memory of a question; changes nothing. */
  after(id: string, right: boolean): Review | undefined;
  markWrong(id: string): void;
  /**
   * Notes a right answer at the first go. A question that was missed before leaves the book after
   * so many in a row (the setting `streak`); of one that was never missed nothing is kept.
   */
  markRight(id: string): void;
  bookmark(id: string, on: boolean): void;
  /** Takes a question out of the book, and what it knew of its answers; a bookmark stays. */
  forget(id: string): void;
  /** Reads again what other tabs have stored. */
  refresh(): void;
  troubles(): Trouble[];
}

/** A place in storage for one value; `null` where there is none. */
interface Note<T> {
  readonly name: string;
  read(): T | null;
  write(value: T | null): void;
  probe(): void;
  troubles(): Trouble[];
}

/** What a practice page sends to a page that borrows its questions: HTML. */
interface Lent {
  articles: string[];
  keys: Record<string, Key>;
  drawing: Drawing;
  /** The section's instructions. */
  intro: string;
  sealed: Lock | null;
}

/** What opens sealed answers, and on a page with questions the answers; see `docs/sealed.md`. */
interface Lock {
  exam: string;
  salt: string;
  rounds: number;
  /** A known text, sealed. */
  check: string;
  questions?: Record<string, string>;
}

/** The key of an exam, as a word of letters too, and where it is from. */
interface Opened {
  how: "open" | "kept" | "linked" | "released";
  word: string;
  key: CryptoKey;
}

interface Borrowed extends Omit<Lent, "articles"> {
  /** Questions by id, in order. */
  articles: Map<string, HTMLElement>;
}

/** A question that can be drawn for practice; `ids` are those of what can be answered in it. */
interface Ticket {
  section: string;
  id: string;
  type: string;
  tags: string[];
  /** From 1 to 5, or 0 where nothing is said. */
  difficulty: number;
  ids: string[];
}

/** What a learner wants to practise. */
interface Wish {
  sections: string[];
  types: string[];
  tag: string;
  difficulty: number;
  state: string;
}

/** Where a reader was last in an exam. */
interface Place {
  section: string;
  id: string;
  /** The section's title, and the question's number in it. */
  name?: string;
  number?: string;
  at: number;
}

/** A bar of a figure: its share from 0 to 1, how it looks, what stands below it. */
interface ChartBar {
  share: number;
  kind: "passed" | "failed" | "plain";
  below: string;
}

/** Some questions of one section, to be printed. */
interface HandoutPart {
  heading: string;
  language: string;
  articles: HTMLElement[];
}

/** A section as the mock exam's page knows it. */
interface MockSection {
  id: string;
  title: string;
  ordinal: string;
  path: string;
  count: number;
  points: number;
  /** The points of each question, where they are all alike. */
  each: number | null;
}

interface MockData {
  root: string;
  answers: boolean;
  pass: number | null;
  points: number;
  /** What forms of the exam are told by. */
  edition: string;
  sections: MockSection[];
}

/** What a learner asks of a mock exam. */
interface Plan {
  /** How many questions of each section. */
  counts: Map<string, number>;
  minutes: number | null;
  shuffle: boolean;
  /** Whether options change places, where their section allows it. */
  options: boolean;
}

/** What a paper expects at a number. */
interface StripLine {
  number: string;
  kind: "letters" | "judgement" | "text";
}

/** What was read at a number: letters, `true` or `false`, or texts by blank. */
interface StripAnswer {
  kind: StripLine["kind"];
  texts: string[];
}

/** What could not be read: it has no number, not as many answers as numbers, or no sense. */
interface StripFault {
  kind: "stray" | "count" | "odd";
  number: string;
  text: string;
}

interface Strip {
  answers: Map<string, StripAnswer>;
  faults: StripFault[];
}

/** Answers copied from a paper: of a section or of the whole exam, of a form or not. */
interface CopiedSheet {
  section: string;
  code: string;
  text: string;
  /** To be scored in spite of faults. */
  anyway?: boolean;
}

/** How long something has taken, and when that was noted; in milliseconds. */
interface Timing {
  elapsed: number;
  seen: number;
}

/** One answer of a sitting; judged only after it has ended. */
interface SittingEntry {
  fingerprint: string;
  points: number;
  response: Answer;
  flagged?: boolean;
  /** The question was edited while the exam ran, and not answered since. */
  changed?: boolean;
  /** Whether a key has told right from wrong; else the learner does. */
  judged?: boolean;
  /** From 0 to 1. */
  score: number;
  grade: number | null;
  ticks?: number[];
}

interface DrawnSection {
  id: string;
  title: string;
  questions: string[];
  /** The ids of what can be answered: parts of cases, not cases. */
  answers: string[];
  /** The letters of options in the order they are shown in, where it is not the bank's; by id. */
  orders?: Record<string, string>;
}

/** One go at a mock exam. `started` tells one from the other. */
interface Sitting extends Timing {
  started: number;
  minutes: number | null;
  pass: number | null;
  /** When it was handed in; nothing as long as it runs. */
  ended: number | null;
  /** It was answered on paper. */
  copied?: boolean;
  /** The question that the candidate looked at last. */
  at?: string;
  sections: DrawnSection[];
  entries: Record<string, SittingEntry>;
}

/** What answers are worth; `pending` are the points the learner has still to give. */
interface Worth {
  count: number;
  answered: number;
  right: number;
  got: number;
  max: number;
  pending: number;
}

interface Totals extends Worth {
  started: number;
  elapsed: number;
  copied?: boolean;
  pass: number | null;
  passed: boolean | null;
  sections: (Worth & { id: string; title: string })[];
}

/** How a value is stored more shortly; `read` leaves alone what is not in shorthand. */
interface Shorthand<T> {
  read(value: unknown): unknown;
  write(value: T): unknown;
}

/** A sitting that has ended, as it is kept; old ones without their answers. */
interface Past {
  started: number;
  totals: Totals;
  sitting: Sitting | null;
}

/** What an exam keeps of a learner. */
interface Kept {
  entry: Entry;
  mocks: Past[];
}

/** Why a file is not taken in. */
type Fault = "alien" | "cut" | "foreign" | "later" | "broken";

interface Backup {
  exams: Map<string, Kept>;
  /** When it was written, as it says itself. */
  saved: string;
}

/** What an exam gains from a file. */
interface Gain extends Merged {
  mocks: Past[];
}

interface PaperPart {
  title: string;
  items: Item[];
}

/** What the exam room asks the page for. */
interface Room {
  sitting(): Sitting;
  change(id: string, change: Partial<SittingEntry>): void;
  /** Takes where the candidate is; stored with the next change, or as the time passes. */
  stand(id: string): void;
  finish(): void;
}

/** What a running clock asks the page for. */
interface TimerOwner {
  sitting(): Sitting;
  /** Takes what has passed. */
  elapse(timing: Timing): void;
  /** Stores it. */
  keep(): void;
  warn(words: string): void;
  over(): void;
}

interface Result {
  sitting(): Sitting;
  book: Book;
  /** Whether keys are published. */
  answers: boolean;
  grade(id: string, change: Partial<SittingEntry>): void;
}

/** Words of the interface by name; `{n}` is filled in. */
type Words = Record<string, string | { one: string; other: string }>;

/** How one kind of interaction holds an answer. `at` marks a place in it as right, wrong or missed. */
interface Field {
  read(interaction: HTMLElement): Answer;
  write(interaction: HTMLElement, answer: Answer): void;
  marks(interaction: HTMLElement, verdict: Verdict, key: Key, revealed: boolean): [Element, Mark][];
}

type Mark = "right" | "wrong" | "missed";

/** How a question stands; nothing as long as there is no answer. */
type State = "right" | "partial" | "wrong" | "answered" | "";

/** A question on the page. */
interface Item {
  id: string;
  number: string;
  article: HTMLElement;
  interaction: HTMLElement;
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
  difficulty: number,
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

/** What can be answered in an exam as it is now: fingerprints by question. */
interface ExamQuestions {
  exam: string;
  questions: Record<string, string>;
}

/** How questions stand, as they are now. */
type Standing = {
  total: number;
  answered: number;
  right: number;
  partial: number;
  wrong: number;
};

/** All exams, as a page about all of them needs them. Paths lead on from `root`. */
interface Catalogue {
  root: string;
  answers: boolean;
  /** The names of question types. */
  types: Record<string, string>;
  exams: CatalogueExam[];
}

/** An exam with all that is kept of it; one that is `removed` from the site has nothing else. */
interface Owner {
  exam: CatalogueExam;
  removed: boolean;
  book: Book;
  mocks: Note<Past[]>;
  mock: Note<Sitting>;
}

/** A question that a book holds. */
interface ShelfEntry {
  question: QuestionTexts;
  review: Review;
}

/** What the books hold of one section. */
interface Shelf {
  exam: CatalogueExam;
  section: CatalogueSection;
  entries: ShelfEntry[];
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

/** The part of ts-fsrs that is used; see `vendor/README.md`. */
interface Scheduler {
  fsrs(options: Record<string, number | boolean>): {
    next(card: FsrsCard, now: Date, rating: number): { card: FsrsCard };
  };
  createEmptyCard(now: Date): FsrsCard;
  Rating: { Again: number; Good: number };
}

interface FsrsCard {
  due: Date;
}

/** What is used of a browser's storage. */
type Storing = Pick<Storage, "getItem" | "setItem" | "removeItem"> &
  Partial<Pick<Storage, "length" | "key">>;

/** An entry as it is; without a text, it is not there. */
interface HubEntry {
  name: string;
  text: string | null;
}

/** An entry that one page has changed, and what it was before. */
interface HubChange extends HubEntry {
  base: string | null;
}

/** What the hub says: all that it keeps, what it has taken or not, what another page has changed. */
interface HubMessage {
  all?: [name: string, text: string][];
  taken?: HubEntry;
  refused?: HubEntry;
  changed?: HubEntry;
}

interface Exampress {
  /** Written by the builder from `templates/locales/`, in the language of the page. */
  words: Words;
  check: {
    ascii(text: string): string;
    fold(text: string, matchCase?: boolean): string;
    judge(key: Key, response: unknown): Verdict;
  };
  records: {
    /** The version of an entry's shape. */
    VERSION: number;
    /** By kind: whether a question is of it, by a time. */
    KINDS: Record<string, (review: Review, by: number) => boolean>;
    endOf(now: Date): number;
    isObject(value: unknown): value is Record<string, unknown>;
    isTime(value: unknown): boolean;
    parsed(raw: string): unknown;
    read(raw: string | null, version?: number): Entry;
    written(entry: Entry): string;
    merged(ours: Entry, theirs: Entry): Merged;
    missed(review: Review | undefined, now: number): Review;
    mastered(review: Review | undefined, now: number, enough: number): Review | undefined;
    bookmarked(review: Review | undefined, now: number, on: boolean): Review;
    forgotten(review: Review | undefined, now: number): Review;
  };
  store: {
    ENOUGH: number;
    local(): Storage | null;
    session(): Storage | null;
    key(storage: Storing | null, site: string, exam: string): string;
    keepKey(storage: Storing | null, site: string, exam: string, word: string): void;
    open(storage: Storing | null, site: string, exam: string): Book;
    note<T>(
      storage: Storing | null,
      site: string,
      exam: string,
      kind: string,
      is: (value: unknown) => value is T,
      shorthand?: Shorthand<T>,
    ): Note<T>;
    exams(storage: Storing | null, site: string): string[];
    setting(storage: Storing | null, site: string, name: string): string | null;
    set(storage: Storing | null, site: string, name: string, value: string): void;
  };
  backup: {
    MOST: number;
    written(site: { id: string; title: string }, exams: Map<string, Kept>, now: Date): string;
    read(text: string, site: string): Backup | { fault: Fault; title: string };
    gain(ours: Kept, theirs: Kept): Gain;
  };
  owners: {
    all(): Owner[];
    kept(owner: Owner): Kept;
    counts(owner: Owner): Record<string, number>;
    ids(owner: Owner): Set<string>;
    gone(owner: Owner): Promise<Set<string> | undefined>;
  };
  clearing: {
    changes(
      book: Book,
      ids: ReadonlySet<string> | null,
      kinds: ReadonlySet<string>,
    ): { questions: Map<string, null>; reviews: Map<string, Review | null> };
  };
  memory: {
    judged(book: Book, id: string, record: Progress | undefined, correct: boolean): Attempt;
    seen(record: Progress | undefined): Attempt;
    graded(
      book: Book,
      id: string,
      record: Partial<Attempt> | undefined,
      full: boolean | null,
    ): Attempt;
    renew(id: string): void;
    arrange(item: Item, book: Book, done: () => void): void;
    show(item: Item, book: Book): void;
  };
  /** What a reader has set for the site, by name; `""` where nothing was. */
  early: {
    /** The forms that were answered before scripts were there, once. */
    taken(): ReadonlySet<Element>;
  };
  looks: {
    get(name: string): string;
    set(name: string, value: string): void;
  };
  settings: { add(): void };
  fields: {
    of(interaction: HTMLElement): Field;
    arrange(interaction: HTMLElement, words: Words): void;
    settle(interaction: HTMLElement): void;
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
    full(item: Item, given: { grade: number | null }): boolean | null;
  };
  verdict: {
    round(points: number): number;
    worth(points: number): string;
    state(record: Progress | undefined): State;
    words(item: Item, record: Progress | undefined, final?: boolean): string;
    mark(item: Item, record: Progress | undefined): void;
  };
  items: {
    answerable(within: ParentNode): HTMLElement[];
    wire(article: HTMLElement, keys: Record<string, Key>, tools: DocumentFragment): Item;
    of(items: Item[], target: EventTarget | null): Item | undefined;
    move(item: Item, button: HTMLElement, up: boolean, done: () => void): void;
    moveByKey(item: Item, event: KeyboardEvent, done: () => void): void;
  };
  letters: {
    bank(article: HTMLElement): string;
    arrange(article: HTMLElement, drawn: string): void;
    of(interaction: Element): Map<string, string>;
    rename(place: Element, now: (letter: string) => string): void;
  };
  /** Where key files put what they hold. */
  released: { exam: string; key: string | null }[];
  seal: {
    /** What the page itself has that is sealed. */
    own: Lock | null;
    take<T extends Pick<Borrowed, "sealed" | "articles" | "keys">>(lent: T): Promise<T>;
    isLocked(): boolean;
    onOpen(listener: () => void): void;
  };
  /** Whether this page only lends its questions to the page that frames it. */
  lending: boolean;
  place: { keep(id: string): void; last(exam: string): Place | null };
  view: {
    arrange(frames: HTMLElement[], after: Element, head: Element): void;
    close(): void;
    step(by: number): boolean;
    go(target: HTMLElement): void;
    stand(target: HTMLElement): void;
    isSingle(): boolean;
    isAfter(place: Element): boolean;
  };
  summary: { draw(items: Item[], recordOf: (item: Item) => Progress | undefined): void };
  recite: { asked: boolean; show(items: Item[]): void };
  chart: {
    ring(answered: number, right: number, total: number): Element;
    bars(bars: ChartBar[], pass: number | null, label: string): Element;
  };
  lot: {
    tickets(section: string, texts: QuestionTexts[]): Ticket[];
    chosen(tickets: Ticket[], wish: Wish, suits: (id: string) => boolean): Ticket[];
  };
  practice: { start(keys: Record<string, Key>): void };
  borrow: { pages(addresses: string[]): Promise<Map<string, Borrowed>> };
  clock: {
    advanced(timing: Timing, wall: number, steady: number, away: boolean): Timing;
    left(minutes: number | null, elapsed: number): number | null;
    face(milliseconds: number): string;
  };
  timer: { start(owner: TimerOwner): { pass(): void; stop(): void } };
  draw: {
    shuffled<T>(items: readonly T[], chance: () => number): T[];
    some<T>(items: readonly T[], count: number, chance: () => number): T[];
  };
  shorthand: { sitting: Shorthand<Sitting>; history: Shorthand<Past[]> };
  sitting: {
    isSitting(value: unknown): value is Sitting;
    isHistory(value: unknown): value is Past[];
    begun(
      rules: { minutes: number | null; pass: number | null },
      sections: DrawnSection[],
      keys: Record<string, Key>,
      now: number,
    ): Sitting;
    changed(sitting: Sitting, id: string, change: Partial<SittingEntry>): Sitting;
    refreshed(sitting: Sitting, keys: Record<string, Key>): Sitting;
    judged(sitting: Sitting, keys: Record<string, Key>): Sitting;
    record(entry: SittingEntry): Progress;
    outcome(sitting: Sitting, entry: SittingEntry): boolean | null;
    totals(sitting: Sitting): Totals;
    remembered(history: readonly Past[], sitting: Sitting): Past[];
    united(history: readonly Past[], others: readonly Past[]): Past[];
  };
  gate: {
    seal(frame: HTMLElement, keys: Record<string, Key>): void;
    outside(key: Key): Key;
    open(sitting: { ended: number | null }, frame: HTMLElement): void;
    key(sitting: { ended: number | null }, frame: HTMLElement): Key | undefined;
  };
  setup: {
    arrange(data: MockData, begin: (plan: Plan) => void): void;
    passMark(data: MockData, points: number): number | null;
  };
  paper: {
    borrow(data: MockData, ids: string[], code?: string): Promise<Map<string, Borrowed> | null>;
    drawn(sections: MockSection[], borrowed: Map<string, Borrowed>, plan: Plan): DrawnSection[];
    keys(borrowed: Map<string, Borrowed>): Record<string, Key>;
    lay(
      place: HTMLElement,
      sitting: Sitting,
      borrowed: Map<string, Borrowed>,
      ordinals: string[],
    ): PaperPart[];
    opened(parts: PaperPart[], sitting: Sitting): Record<string, Key>;
    drawMap(parts: PaperPart[], panel: ParentNode): void;
  };
  strip: { read(text: string, sheet: StripLine[]): Strip };
  onpaper: {
    read(items: Item[], typed: string): { responses: Map<string, Answer>; faults: string[] };
    arrange(score: (sheet: CopiedSheet) => void): void;
    tell(faults: string[], n: number): void;
    clear(): void;
  };
  room: { open(parts: PaperPart[], room: Room): { show(): void; close(): void } };
  result: {
    show(parts: PaperPart[], result: Result): void;
    line(past: Past): HTMLElement;
  };
  overview: {
    count(fingerprints: Record<string, string>, book: Book): Standing;
    fill(place: HTMLElement, n: number): void;
  };
  /** Where data files put what they hold. */
  texts: SectionTexts[];
  exams: ExamQuestions[];
  library: {
    catalogue(): Catalogue;
    load(section: CatalogueSection): Promise<boolean>;
    questions(exam: string, section: string): QuestionTexts[];
  };
  share: {
    joined(name: string, ours: string, theirs: string): string;
    reconciled(
      name: string,
      base: string | null,
      ours: string | null,
      theirs: string | null,
    ): string | null;
    mirror(
      own: Storage,
      send: (change: HubChange) => void,
      arrived: (name: string) => void,
    ): { storage: Storing; receive(message: HubMessage): void };
    follow(act: () => void, name?: string): void;
  };
  /** The storage that all pages of the site share, if there is any. */
  storage: Storing | null;
  sift(article: Element, stays: (id: string) => boolean): void;
  handout: { paper(title: string, parts: HandoutPart[], answers: boolean): DocumentFragment };
  reprint: {
    print(title: string, shelves: Shelf[], answers: boolean): Promise<void>;
    clear(): void;
  };
  schedule: {
    due(answers: readonly Outcome[], now: number): number;
    changes(reviews: Map<string, Review>, now: number): Map<string, Review>;
  };
  shelves: {
    kept(book: Book): string[];
    shelf(
      exam: CatalogueExam,
      section: CatalogueSection,
      questions: QuestionTexts[],
      book: Book,
    ): Shelf;
    filtered(shelves: Shelf[], kind: string, scope: string): Shelf[];
    count(shelves: Shelf[]): number;
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
    all<T extends Element = HTMLElement>(selector: string, within: Element): T[];
    one<T extends Element = HTMLElement>(selector: string, within?: ParentNode): T;
    clone(selector: string): DocumentFragment;
    data<T>(selector: string): T;
    say(words: Words, name: string, values?: Record<string, string | number>): string;
    book(exam: string): Book;
    setting(name: string): string | null;
    set(name: string, value: string): void;
    note<T>(
      exam: string,
      kind: string,
      is: (value: unknown) => value is T,
      shorthand?: Shorthand<T>,
    ): Note<T>;
    notice(text: string): void;
    open(dialog: HTMLDialogElement): void;
    openWide(): void;
    addPanel(panel: DocumentFragment, questions?: Element | null): void;
    removePanel(): void;
  };
}

declare var exampress: Exampress;
declare var FSRS: Scheduler;
