"""Makes the font files of app/styles/fonts from the packages' files: one subset and one weight axis each.

Run by hand where a letter, a feature or a version changes; the result is committed. Needs fontTools and Brotli, and
the packages in a folder of their own; names after the folder make only those files:

    python3 -m venv /tmp/fonttools && /tmp/fonttools/bin/pip install fonttools==4.66.1 brotli==1.2.0
    npm install --prefix /tmp/fonts @fontsource-variable/{figtree,fraunces,cormorant,bricolage-grotesque,nunito}@5.3.0
    /tmp/fonttools/bin/python tools/fonts/subset.py /tmp/fonts/node_modules/@fontsource-variable
"""

import sys
from copy import deepcopy
from io import BytesIO
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph
from fontTools.ttLib.tables.TupleVariation import TupleVariation
from fontTools.varLib import instancer

SOURCE = Path(sys.argv[1])
TARGET = Path(__file__).parents[2] / "app/styles/fonts"

# Basic Latin and Latin-1 for ten languages, Polish letters, œ, and typographic marks. `added` come from the second file.
LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x100)]
LIGATURES = [0x152, 0x153]
MARKS = [0x2009, 0x2010, 0x2011, 0x2013, 0x2014, 0x2018, 0x2019, 0x201A, 0x201C, 0x201D, 0x201E, 0x2022, 0x2026, 0x202F, 0x2039, 0x203A]
SIGNS = [0x20AC, 0x2122, 0x2212]
# Each added letter is kerned like the letter that it is made of.
POLISH = dict(zip("ĄąĆćĘęŁłŃńŚśŹźŻż", "AaCcEeLlNnSsZzZz"))
# Czech, Slovak, Hungarian, Croatian, Turkish, Romanian and Baltic letters: readers' names and towns.
NEIGHBOURS = dict(
    zip("ĂăĀāČčĎďĐđĒēĖėĚěĞğĢģĪīĮįİıĶķĹĺĽľĻļŇňŅņŌōŐőŔŕŘřŞşŠšŤťŢţŪūŮůŰűŲųŽžȘșȚț", "AaAaCcDdDdEeEeEeGgGgIiIiIiKkLlLlLlNnNnOoOoRrRrSsSsTtTtUuUuUuUuZzSsTt")
)
# Display faces are heavier: of the neighbours' letters only the most frequent ones.
FREQUENT = {letter: NEIGHBOURS[letter] for letter in "ČčĞğİıŐőŘřŞşŠšŰűŽž"}

FONTS = {
    "figtree": {
        "files": ("figtree/files/figtree-latin-wght-normal.woff2", "figtree/files/figtree-latin-ext-wght-normal.woff2"),
        "axes": {"wght": (400, 800)},
        "added": {**POLISH, **NEIGHBOURS},
    },
    "fraunces": {
        "files": ("fraunces/files/fraunces-latin-full-normal.woff2", "fraunces/files/fraunces-latin-ext-full-normal.woff2"),
        "axes": {"wght": (400, 700), "opsz": 48, "SOFT": 50, "WONK": 0},
        "added": {**POLISH, **FREQUENT},
    },
    # Display faces of single niches: headlines only, so a short range of weights.
    "cormorant": {
        "files": ("cormorant/files/cormorant-latin-wght-normal.woff2", "cormorant/files/cormorant-latin-ext-wght-normal.woff2"),
        "axes": {"wght": (500, 700)},
        "added": {**POLISH, **FREQUENT},
    },
    "bricolage": {
        "files": ("bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2", "bricolage-grotesque/files/bricolage-grotesque-latin-ext-wght-normal.woff2"),
        "axes": {"wght": (600, 800)},
        "added": {**POLISH, **FREQUENT},
    },
    "nunito": {
        "files": ("nunito/files/nunito-latin-wght-normal.woff2", "nunito/files/nunito-latin-ext-wght-normal.woff2"),
        "axes": {"wght": (700, 900)},
        "added": {**POLISH, **FREQUENT},
    },
}


def add_letters(font: TTFont, source: TTFont, letters: dict[str, str]) -> None:
    """Copies letters with their variations and the parts that they are made of; both files are cut from one font."""
    cmap = source.getBestCmap()
    wanted = {letter: cmap[ord(letter)] for letter in letters if ord(letter) in cmap}
    order = font.getGlyphOrder()
    queue = [glyph for glyph in wanted.values() if glyph not in order]
    while queue:
        name = queue.pop()
        if name in order:
            continue
        order.append(name)
        glyph = deepcopy(source["glyf"][name])
        font["glyf"].glyphs[name] = glyph
        font["hmtx"][name] = source["hmtx"][name]
        font["gvar"].variations[name] = deepcopy(source["gvar"].variations.get(name, []))
        if glyph.isComposite():
            queue += [part.glyphName for part in glyph.components]
    font.setGlyphOrder(order)
    font["glyf"].glyphOrder = order
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap.update({ord(letter): glyph for letter, glyph in wanted.items()})
    base = font.getBestCmap()
    kern_like(font, {glyph: base[ord(letters[letter])] for letter, glyph in wanted.items()})


def add_spaces(font: TTFont) -> None:
    """Adds the narrow spaces of French amounts and of ranges, and the soft hyphen, where a font leaves them out."""
    cmap = font.getBestCmap()
    em = font["head"].unitsPerEm
    missing = {point: f"space{point:04x}" for point in (0x2009, 0x202F) if point not in cmap}
    for name in missing.values():
        font["glyf"].glyphs[name] = Glyph()
        font["hmtx"][name] = (em // 5, 0)
        font["gvar"].variations[name] = []
    order = [*font.getGlyphOrder(), *missing.values()]
    font.setGlyphOrder(order)
    font["glyf"].glyphOrder = order
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap.update({**missing, 0xAD: cmap[ord("-")]})


def kern_like(font: TTFont, models: dict[str, str]) -> None:
    """Puts each new glyph into the kerning classes of its model."""
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for pairs in lookup.SubTable:
            if lookup.LookupType != 2 or pairs.Format != 2:
                continue
            first = pairs.ClassDef1.classDefs
            second = pairs.ClassDef2.classDefs
            for glyph, model in models.items():
                if model in pairs.Coverage.glyphs:
                    pairs.Coverage.glyphs.append(glyph)
                    if model in first:
                        first[glyph] = first[model]
                if model in second:
                    second[glyph] = second[model]
            pairs.Coverage.glyphs.sort(key=font.getGlyphID)


def folded(variation: TupleVariation, axis: str) -> list[TupleVariation]:
    """The same variation with no coordinate of this axis outside -1…1: what lies beyond becomes a tent that peaks at the end."""
    start, peak, end = variation.axes.get(axis, (0, 0, 0))
    if start < -1:
        start, peak, end = -end, -peak, -start
        sign = -1
    else:
        sign = 1
    if end <= 1:
        return [variation]
    # The share of the deltas that is left at 1; below the peak the tent rises, above it falls.
    share = (1 - start) / (peak - start) if peak > 1 else 1 if peak == 1 else (end - 1) / (end - peak)
    tents = [((start if peak >= 1 else peak, 1, 1), share), *([((start, peak, 1), 1)] if peak < 1 else [])]
    parts = []
    for tent, scale in tents:
        part = deepcopy(variation)
        part.axes[axis] = tent if sign == 1 else tuple(-value for value in reversed(tent))
        part.scaleDeltas(scale)
        parts.append(part)
    return parts


def keep_in_range(font: TTFont) -> None:
    """Older instancers write tents that end beyond the axis, and Firefox then drops every variation of the font."""
    glyf, metrics = font["glyf"], font["hmtx"].metrics
    for name, variations in font["gvar"].variations.items():
        if all(-1 <= value <= 1 for variation in variations for tent in variation.axes.values() for value in tent):
            continue
        points, control = glyf._getCoordinatesAndControls(name, metrics)
        for axis in (one.axisTag for one in font["fvar"].axes):
            variations = [part for variation in variations for part in folded(variation, axis)]
        merged: dict[tuple, TupleVariation] = {}
        for variation in variations:
            variation.calcInferredDeltas(points, control.endPts)
            known = merged.setdefault(tuple(sorted(variation.axes.items())), variation)
            if known is not variation:
                known += variation
        for variation in merged.values():
            variation.roundDeltas()
            variation.optimize(points, control.endPts)
        font["gvar"].variations[name] = list(merged.values())


def pinned(file: Path, axes: dict) -> TTFont:
    """The font with these axes only, written and read again: its tables then agree on the glyphs."""
    subset = BytesIO()
    font = instancer.instantiateVariableFont(TTFont(file), axes)
    font.flavor = None
    font.save(subset)
    font = TTFont(BytesIO(subset.getvalue()))
    font.ensureDecompiled()
    return font


def make(name: str, spec: dict) -> None:
    font, extra = [pinned(SOURCE / file, spec["axes"]) for file in spec["files"]]
    # Advances then come from the outlines' variations, which hold them as well.
    if "HVAR" in font:
        del font["HVAR"]
    add_letters(font, extra, spec["added"])
    add_spaces(font)
    keep_in_range(font)
    options = subset.Options()
    options.flavor = "woff2"
    options.layout_features = ["kern", "liga", "tnum", "rvrn"]
    options.hinting = False
    options.name_IDs = [0, 1, 2, 13, 14]
    options.notdef_outline = True
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[*LATIN, *LIGATURES, *MARKS, *SIGNS, *map(ord, spec["added"])])
    cutter.subset(font)
    TARGET.mkdir(parents=True, exist_ok=True)
    target = TARGET / f"{name}.woff2"
    subset.save_font(font, str(target), options)
    print(f"{target.name}: {target.stat().st_size} bytes, {len(font.getBestCmap())} code points")


for name in sys.argv[2:] or FONTS:
    make(name, FONTS[name])
