import { at, circle, each, ellipse, faint, line, path, pick, rect, sheet } from '../ink.ts'
import { hills, stars } from '../nature.ts'
import { bust } from '../people.ts'
import { lights, palette as p, skins } from '../palette.ts'
import { garland } from '../town.ts'

export function gardenTable(v: number): string {
  const light = pick([{ ...lights.day, sky: p.peach, sun: p.honey }, lights.night, { ...lights.autumn, sky: p.sky }], v)
  const leaves = pick(
    [
      [p.forest, p.pine],
      ['#163f38', '#12342f'],
      [p.marigold, p.terracotta],
    ] as const,
    v,
  )
  const chair = pick(
    [
      [p.marigold, p.deep],
      [p.terracotta, p.honey],
      [p.brick, p.leaf],
    ] as const,
    v,
  )
  const bulbs = [
    [150, 218],
    [224, 240],
    [304, 247],
    [384, 238],
    [456, 206],
    [530, 178],
    [610, 168],
    [690, 172],
    [760, 184],
  ] as const
  const jug = path('M-16 0-22-50Q0-66 22-50L16 0Z', p.water) + line('M20-44q22 4 0 30', p.water, 6)
  const pie =
    ellipse(0, 0, 56, 14, p.stone) +
    path('M-48-2Q0-34 48-2Z', p.marigold) +
    line('M-24-10-12-2M0-16V-4M24-10 12-2', p.wood, 4)
  const soup =
    ellipse(0, 4, 50, 12, p.brick) +
    path('M-44-26H44L34 6H-34Z', p.brick) +
    ellipse(0, -26, 44, 9, p.marigold) +
    rect(-58, -24, 16, 8, p.brick, 4) +
    rect(42, -24, 16, 8, p.brick, 4)
  const fruit =
    ellipse(0, 0, 48, 12, p.wood) +
    circle(-18, -10, 13, p.terracotta) +
    circle(6, -14, 14, p.marigold) +
    circle(26, -9, 12, p.leaf)
  const glass = (wine: string): string =>
    path('M-13-44H13L8-14H-8Z', wine) + rect(-2, -16, 4, 18, p.stone) + ellipse(0, 2, 12, 3, p.stone)
  return sheet(
    800,
    500,
    rect(0, 0, 800, 500, light.sky),
    circle(640, pick([150, 110, 120], v), pick([60, 32, 48], v), light.sun),
    v === 1
      ? stars([
          [560, 90],
          [720, 150],
          [470, 150],
          [330, 170],
          [250, 190],
          [690, 70],
        ])
      : '',
    hills(light),
    path('M0 0H800V70C700 130 620 60 520 110S360 80 270 118 80 70 0 132Z', leaves[0]),
    path('M0 0H420C380 60 300 40 220 74S60 60 0 96Z', leaves[1]),
    rect(66, 80, 34, 300, v === 1 ? p.cocoa : p.bark),
    v === 1
      ? faint(
          0.14,
          each(bulbs, ([x, y]) => circle(x, y + 7, 34, p.honey)),
        )
      : '',
    garland(
      bulbs,
      'M84 176C220 250 360 252 470 190S700 150 800 196',
      v === 2 ? [p.terracotta, p.paper, p.honey] : [p.paper, p.honey, p.honey],
    ),
    v === 1
      ? bust(300, 320, 1, { skin: skins[4], hair: p.ink, top: p.terracotta, cut: 'curly' }) +
          bust(470, 320, 1, { skin: skins[0], hair: p.stone, top: p.deep }) +
          bust(610, 322, 0.95, { skin: skins[2], hair: p.cocoa, top: p.honey, cut: 'bun' })
      : '',
    v === 2
      ? bust(230, 322, 1, { skin: skins[1], hair: p.terracotta, top: p.leaf, cut: 'pony' }) +
          bust(640, 320, 1, { skin: skins[5], hair: p.ink, top: p.paper })
      : '',
    path('M150 336H690L720 366H120Z', p.paper),
    path('M120 366H720V384H120Z', p.stone),
    rect(168, 384, 12, 92, p.bark),
    rect(660, 384, 12, 92, p.bark),
    path('M330 336H500L506 366H324Z', pick([p.terracotta, p.deep, p.marigold], v)),
    ellipse(250, 352, 34, 7, p.water),
    ellipse(590, 354, 34, 7, p.water),
    v === 2
      ? at(326, 352, jug)
      : at(
          pick([250, 210, 250], v),
          342,
          rect(-12, -60, 24, 62, p.forest, 6) + rect(-5, -84, 10, 28, p.forest) + rect(-12, -38, 24, 20, p.cream),
        ),
    at(414, 346, pick([fruit, pie, soup], v)),
    at(530, 344, glass(p.blush)),
    at(pick([620, 380, 500], v) - 14, 350, v === 1 ? '' : glass(p.honey)),
    each(
      [152, 292, 432, 572],
      (x, i) =>
        rect(x, i % 3 ? 432 : 422, 76, 14, chair[i % 2] ?? p.deep, 6) +
        line(`M${x + 10} ${i % 3 ? 446 : 436}V496M${x + 66} ${i % 3 ? 446 : 436}V496`, p.ink, 5),
    ),
  )
}
