"""English words that lost their blanks in extraction: a hint with a suggestion, never a rewriting.

A word is suspected when a small list of English words covers it without a rest, in as few words as
possible. Names that are written together (`JavaScript`) are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from builder.formats.paper.doubts import Doubts
from builder.formats.paper.lines import SourceLine

_WORDS = frozenset(
    """
        a about above access accuracy activation active activity adaptation adaptive address after
    algorithm algorithms all allocation always an analysis and answer answers any apache application
    applications approach architecture are area array article artificial as at attack attention
    audio augmentation auto automatic average back balance bank base based batch bayes be because
    before below best better between bias big binary bit block body book boosting both bottom box
    build business by call can capital case cell center central chain chart child choice choose city
    class classification client cloud cluster clustering code collection color column common
    communication company component computer computing condition connection content control cost
    country course create cross culture current customer data database date day decision deep
    default deployment descent design detection development device different digital dimension
    direct     discovery disk distance distributed distribution document does domain down driven
    dropout     dynamic early economic economy edge education effect efficient element embedding
    encoder energy engine     engineering english entropy entity environment error evaluation event
    every example execution     explanation factor false fast feature features feedback field file
    filter final fine first flow     following for force forest form forward foundation framework
    free frequency from full function     functions fusion game general generation generative
    genetic global good google gradient graph     green group growth hard hash have health heat high
    history home host house how human hybrid     hyper image in index inference information initial
    input instance instruction intelligence     interface international internet into is it item
    join key knowledge label labels language large     last layer layers learning least left less
    level library life light likelihood line linear link     list load local logic logistic logical
    long loop loss low machine main make management many map     market mask master matching matrix
    maximum mean mechanism media memory message method methods     middle mining minimum mixed
    mobile model models module more most multi multiple name natural     network networks neural new
    no noise none norm normal normalization not nothing number object     of off office on one only
    open operating operation optimization option or order organization     other output over
    overfitting own page parallel parameter parameters part pattern people     performance person
    phone physical point policy pooling port position power precision prediction     preference
    price primary principle privacy problem process processing processor product     production
    program programming project proof property protocol prune pruning public quality
    quantization quantized query question questions queue quick random range rank rate ratio read
    recall recognition recurrent reduce reduction regression regularization reinforcement relation
    relational relative representation request resource response result retrieval right risk role
    root row rule run sample sampling scale scaling science score search second section secure
    security segmentation self semantic sequence series server service session set short signal
    similarity simple single size small social soft software solution sort source space spark sparse
    spatial specific speed stack standard state static statement statistics step stochastic storage
    stop stream string strong structure student supervised supply support surface system systems
    table tag target task teacher team technology temperature temporal test testing text the theory
    these they this those threshold time to token tool top total training transfer transform
    transformation translation transport tree trees true tuning type under unit unsupervised up
    update use used user using validation value values variable variance vector version video view
    virtual vision visual voice water wave way web weight weights what when where which while white
    wide window with without word words work world write wrong you your zero
    """.split()  # noqa: SIM905
)
_TOGETHER = frozenset(
    """
    anyone anything background backward baseline bandwidth benchmark bookmark bottleneck checkpoint
    classroom cannot database dataset deadline download everyone everything feedback firewall
    foreground forecast forward framework hardware hashtable homework however input into keyboard
    keyword landmark layout linkedin login mainstream midnight network newspaper nothing offline
    online output outside overall overfitting overflow overload password percent playground
    postgresql powerpoint pretraining runtime sometimes software somebody somehow something
    standalone subset tablespace tensorflow textbook therefore throughout timestamp today together
    underfitting undergo understand update upload username website webpage whatever whitespace
    whole widespread within without workflow workload workplace workspace wordpress youtube
    javascript typescript chatgpt github gitlab bigquery facebook iphone macbook onedrive openai
    sqlserver myspace mysql hotspot pinpoint
    """.split()  # noqa: SIM905
)
_WORD = re.compile(
    r"(?<![A-Za-z0-9_/@\\-])(?<![a-z0-9]\.)[A-Za-z]+(?:-[A-Za-z]+)*(?![A-Za-z0-9_/@(=]|\.\w)"
)
_SHORTEST = 8
_LONGEST = 60
_TWO_WORDS = 12
"""How long two words must be together, without a capital inside, to be taken for two."""


def hint(lines: Iterable[SourceLine], doubts: Doubts) -> None:
    """Add a hint for each word that seems to be several."""
    for line in lines:
        if line.code or not any("a" <= char <= "z" for char in line.text):
            continue
        for found in _WORD.finditer(line.text):
            parted = suggestion(found[0])
            if parted:
                message = f"{found[0]!r} may have lost its blanks: {parted!r}?"
                doubts.add(line.number, "glued-words", message)


def suggestion(word: str) -> str:
    """Return a word with its blanks put back, or nothing when it is one word."""
    parts = [_parted(part) for part in word.split("-")]
    if not any(" " in part for part in parts):
        return ""
    return "-".join(parts)


def _parted(part: str) -> str:
    """Return a stretch without hyphens as the fewest words of the list, or as it is."""
    lower = part.lower()
    if not _SHORTEST <= len(part) <= _LONGEST or lower in _TOGETHER or lower in _WORDS:
        return part
    if part.isupper() or (re.search("[a-z][A-Z]", part) and not _humps_are_words(part)):
        return part
    cuts = _fewest(lower)
    if len(cuts) == 2 and part[1:].islower() and len(part) < _TWO_WORDS:
        return part  # a compound, as everyday and daylight are
    return " ".join(part[a:b] for a, b in cuts) if cuts else part


def _humps_are_words(part: str) -> bool:
    """Say whether every hump of a camel is a word, as in RankAdaptation and not in TensorFlow."""
    return all(hump.lower() in _WORDS for hump in re.findall("[A-Z]?[a-z]+|[A-Z]+", part))


def _fewest(word: str) -> list[tuple[int, int]]:
    """Return the places of the fewest known words that make up `word`; at least one is long."""
    best: list[list[tuple[int, int]] | None] = [[]] + [None] * len(word)
    for end in range(1, len(word) + 1):
        for start in range(max(0, end - 16), end):
            before = best[start]
            if before is None or word[start:end] not in _WORDS:
                continue
            found, known = [*before, (start, end)], best[end]
            if known is None or len(found) < len(known):
                best[end] = found
    cuts = best[-1] or []
    return cuts if len(cuts) > 1 and max(b - a for a, b in cuts) >= 4 else []
