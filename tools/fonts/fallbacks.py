"""Prints the `@font-face` rules of app/styles/fonts.css that bring installed fonts to the width and height of ours.

Run by hand after subset.py. Widths are averages over the texts of all languages. Fonts that may not be copied are
measured by one of the same metrics: Arial and Times New Roman by Liberation, Georgia by Gelasio.

    npm install --prefix /tmp/fonts @fontsource/roboto @fontsource/noto-serif @fontsource/gelasio
    apt-get install fonts-liberation fonts-dejavu-core
    python3 tools/fonts/fallbacks.py /tmp/fonts/node_modules/@fontsource
"""

import json
import sys
from collections import Counter
from pathlib import Path

from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

ROOT = Path(__file__).parents[2]
NPM = Path(sys.argv[1])
DEBIAN = Path("/usr/share/fonts/truetype")

LOCALES = [json.loads(file.read_text()) for file in sorted((ROOT / "locales").glob("??.json"))]


def texts(value) -> str:
    return value if isinstance(value, str) else " ".join(map(texts, value.values()))


LETTERS = Counter("".join(map(texts, LOCALES)))


def width(font: TTFont) -> float:
    """The average advance of a letter, in em."""
    cmap, advances = font.getBestCmap(), font["hmtx"]
    known = {letter: count for letter, count in LETTERS.items() if ord(letter) in cmap}
    sum_of = sum(advances[cmap[ord(letter)]][0] * count for letter, count in known.items())
    return sum_of / sum(known.values()) / font["head"].unitsPerEm


def ours(name: str, weight: int) -> TTFont:
    return instancer.instantiateVariableFont(TTFont(ROOT / f"app/styles/fonts/{name}.woff2"), {"wght": weight})


def rule(family: str, target: TTFont, weights: str, names: list[str], file: Path) -> str:
    size = width(target) / width(TTFont(file))
    em = target["head"].unitsPerEm * size
    source = ", ".join(f'local("{name}")' for name in names)
    return f"""@font-face {{
  font-family: "{family}";
  font-weight: {weights};
  src: {source};
  size-adjust: {size:.2%};
  ascent-override: {target["hhea"].ascent / em:.2%};
  descent-override: {-target["hhea"].descent / em:.2%};
}}
"""


def fontsource(name: str, weight: int) -> Path:
    return NPM / f"{name}/files/{name}-latin-{weight}-normal.woff2"


TEXT = [
    ("Figtree as Arial", ["Arial", "ArialMT", "Liberation Sans", "LiberationSans"], ["Arial Bold", "Arial-BoldMT", "Liberation Sans Bold", "LiberationSans-Bold"], lambda bold: DEBIAN / f"liberation/LiberationSans-{'Bold' if bold else 'Regular'}.ttf"),
    ("Figtree as Roboto", ["Roboto", "Roboto-Regular"], ["Roboto Bold", "Roboto-Bold"], lambda bold: fontsource("roboto", 700 if bold else 400)),
    ("Figtree as DejaVu", ["DejaVu Sans", "DejaVuSans"], ["DejaVu Sans Bold", "DejaVuSans-Bold"], lambda bold: DEBIAN / f"dejavu/DejaVuSans{'-Bold' if bold else ''}.ttf"),
]
DISPLAY = [
    ("Fraunces as Georgia", ["Georgia Bold", "Georgia-Bold"], fontsource("gelasio", 700)),
    ("Fraunces as Times", ["Times New Roman Bold", "TimesNewRomanPS-BoldMT", "Liberation Serif Bold", "LiberationSerif-Bold"], DEBIAN / "liberation/LiberationSerif-Bold.ttf"),
    ("Fraunces as Noto", ["Noto Serif Bold", "NotoSerif-Bold"], fontsource("noto-serif", 700)),
    ("Fraunces as DejaVu", ["DejaVu Serif Bold", "DejaVuSerif-Bold"], DEBIAN / "dejavu/DejaVuSerif-Bold.ttf"),
]

for family, regular, bold, file in TEXT:
    print(rule(family, ours("figtree", 400), "400 599", regular, file(False)))
    print(rule(family, ours("figtree", 700), "600 800", bold, file(True)))
for family, names, file in DISPLAY:
    print(rule(family, ours("fraunces", 600), "400 700", names, file))
