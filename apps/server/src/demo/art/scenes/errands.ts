import { at, circle, each, ellipse, line, path, pick, rect, ring, sheet, times } from '../ink.ts'
import { bareTree, bush, cloud, pot, tree } from '../nature.ts'
import { dog, figure } from '../people.ts'
import { lights, palette as p, skins } from '../palette.ts'
import { bench, lampPost } from '../town.ts'

const dolphin =
  path('M-58 2-94-24C-94-2-86 8-78 14-86 20-92 32-90 46-72 40-58 26-50 12Z', p.deep) +
  path('M-10-34-24-66C0-64 16-50 20-30Z', p.deep) +
  path('M-70 6C-44-48 20-52 54-12L80 2C72 12 60 14 48 10 12 30-34 28-70 6Z', p.deep) +
  path('M60 8C30 30-24 30-62 10-30 20 20 20 60 8Z', p.frost) +
  path('M0 14-16 46C8 42 22 28 24 12Z', p.steel) +
  circle(42, -8, 5, p.ink)

export function lostKeys(v: number): string {
  const key = (metal: string, turn: number): string =>
    at(
      0,
      0,
      ring(0, 74, 30, metal, 15) +
        rect(-9, 100, 18, 120, metal, 4) +
        rect(6, 172, 30, 15, metal, 3) +
        rect(6, 200, 22, 15, metal, 3),
      1,
      turn,
    )
  const fob = pick(
    [
      dolphin,
      path('M0 50C-70 0-50-46-14-40-4-38 0-26 0-22 0-26 4-38 14-40 50-46 70 0 0 50Z', p.brick),
      circle(0, 0, 44, p.leaf) + circle(0, 0, 26, p.honey),
    ],
    v,
  )
  const bunch = (x: number, y: number): string =>
    at(
      x,
      y,
      ring(0, 0, 50, p.steel, 10) +
        key(p.pebble, 34) +
        key(p.marigold, -8) +
        key(p.brick, -46) +
        line('M-50 6-110 36', p.bark, 10) +
        at(-150, 60, fob, 1.05, 24),
    )
  const leaf = (x: number, y: number, turn: number, fill: string): string =>
    at(x, y, path('M-40 0Q0-30 40 0 0 30-40 0Z', fill) + line('M-50 0H30', p.bark, 3), 1, turn)
  if (v === 1) {
    return sheet(
      800,
      500,
      rect(0, 0, 800, 500, lights.day.sky),
      path('M0 160C200 120 500 160 800 130V500H0Z', p.grass),
      tree(100, 240, 1, p.forest, p.leaf),
      tree(700, 230, 1.1, p.leaf, p.grass),
      bush(480, 220, 1, p.leaf, p.grass),
      path('M0 230C240 214 560 218 800 228V330H0Z', p.leaf),
      path('M300 330C330 280 380 250 400 226H424C420 260 470 290 520 330Z', p.sand),
      bench(640, 260, 0.6),
      path('M60 318H740L760 366H40Z', p.wood),
      path('M36 376H764L784 426H16Z', p.wood),
      path('M12 438H788L812 500H-12Z', p.wood),
      line('M60 320H740M36 378H764M12 440H788', '#c08a5c', 5),
      rect(40, 366, 720, 10, p.cocoa),
      rect(16, 426, 768, 12, p.cocoa),
      ellipse(420, 440, 170, 16, '#00000022'),
      at(410, 318, bunch(0, 0), 0.62, -10),
    )
  }
  return sheet(
    800,
    500,
    rect(0, 0, 800, 500, pick([p.sand, p.sand, p.stone], v)),
    v === 0
      ? times(
          5,
          r =>
            line(`M0 ${r * 110 + 40}H800`, p.dune, 5) +
            times(5, c => line(`M${c * 190 + (r % 2) * 95} ${r * 110 + 40}v110`, p.dune, 5)),
        )
      : each(
          [
            [60, 80],
            [200, 420],
            [360, 60],
            [700, 360],
            [600, 460],
            [740, 90],
            [90, 300],
          ] as const,
          ([x, y]) => ellipse(x, y, 34, 20, '#bdb8a9'),
        ),
    v === 0
      ? each(
          [
            [110, 110, 20, p.marigold],
            [690, 90, -40, p.terracotta],
            [660, 420, 10, p.brick],
            [120, 410, -20, p.terracotta],
            [560, 60, 70, p.honey],
          ] as const,
          ([x, y, t, c]) => leaf(x, y, t, c),
        )
      : path('M0 380C140 340 220 420 300 500H0Z', p.leaf) +
          path('M620 0C640 90 720 120 800 120V0Z', p.grass) +
          each(
            [
              [60, 440],
              [150, 460],
              [700, 60],
              [750, 40],
            ] as const,
            ([x, y]) => circle(x, y, 10, p.paper),
          ),
    ellipse(440, 350, 210, 40, pick([p.dune, p.dune, '#b9b4a6'], v)),
    at(420, 150, bunch(0, 0), 1.1, v === 0 ? 0 : 14),
  )
}

export function parcel(v: number): string {
  const wall = pick([p.peach, '#c9d8d3', p.blush], v)
  const door = pick([p.forest, p.brick, p.deep], v)
  const box = (x: number, y: number, w: number, h: number, tape: string): string =>
    ellipse(x + w / 2, y, w * 0.6, 10, '#00000022') +
    rect(x, y - h, w, h, p.wood, 4) +
    rect(x, y - h, w, 14, '#bd8556', 4) +
    rect(x + w / 2 - 13, y - h, 26, h, tape) +
    rect(x + 14, y - 46, w * 0.26, 28, p.paper, 2)
  return sheet(
    800,
    500,
    rect(0, 0, 800, 500, wall),
    v === 1 ? times(6, r => line(`M0 ${r * 76 + 20}H800`, '#bccdc7', 4)) : '',
    rect(270, 20, 260, 400, p.paper),
    rect(290, 40, 220, 380, door),
    rect(314, 66, 76, 130, v === 1 ? p.honey : p.water),
    rect(410, 66, 76, 130, v === 1 ? p.honey : p.water),
    rect(314, 226, 172, 160, '#00000022'),
    circle(488, 236, 9, p.honey),
    rect(360, 236, 80, 16, p.honey, 4),
    rect(600, 150, 96, 70, pick([p.marigold, p.deep, p.terracotta], v), 6),
    rect(618, 172, 60, 9, p.ink, 3),
    at(570, 90, rect(-3, -20, 6, 20, p.ink) + path('M-22 0H22L28 44H-28Z', p.honey)),
    rect(0, 420, 800, 80, p.stone),
    rect(220, 412, 360, 22, p.cream, 3),
    rect(280, 424, 240, 30, pick([p.terracotta, p.leaf, p.honey], v), 4),
    line('M296 440H504', p.cream, 4),
    v === 0
      ? box(320, 420, 190, 130, p.dune) +
          box(350, 290, 120, 76, p.honey) +
          pot(180, 460, 1.6, p.terracotta, [p.leaf, p.forest, p.grass]) +
          pot(660, 460, 1.4, p.deep, [p.forest, p.leaf, p.grass])
      : '',
    v === 1
      ? box(300, 420, 130, 100, p.terracotta) +
          bush(720, 440, 1.2, p.leaf, p.grass) +
          figure(
            560,
            474,
            1.1,
            { skin: skins[5], hair: p.marigold, top: p.marigold, legs: p.steel, cut: 'cap' },
            {
              left: 'M-28-146-60-116-30-108',
              hands: [
                [-34, -104],
                [44, -92],
              ],
            },
          ) +
          box(490, 372, 76, 56, p.dune) +
          pot(150, 460, 1.5, p.terracotta, [p.leaf, p.forest, p.grass])
      : '',
    v === 2
      ? box(330, 420, 150, 110, p.brick) +
          at(405, 306, path('M0 6C-46-36-60 0-8 8ZM0 6C46-36 60 0 8 8Z', p.brick)) +
          dog(620, 470, 1.1, p.marigold, p.wood, p.deep) +
          pot(160, 460, 1.6, p.deep, [p.leaf, p.forest, p.lime])
      : '',
  )
}

export function umbrellaRain(v: number): string {
  const sky = pick(['#b7c8cc', '#8fa6ad', '#c4cfc6'], v)
  const cloth = pick(
    [
      [p.brick, p.terracotta],
      [p.honey, p.marigold],
      [p.deep, p.lagoon],
    ] as const,
    v,
  )
  const umbrella = (c: readonly [string, string]): string =>
    line('M0 90V-40', p.ink, 5) +
    path('M-120 0C-110-130 110-130 120 0q-20-18-40 0-20-18-40 0-20-18-40 0-20-18-40 0-20-18-40 0Z', c[0]) +
    path('M-40 0C-34-90 34-90 40 0q-20-18-40 0-20-18-40 0Z', c[1]) +
    line('M0-98V-110', p.ink, 5)
  const drops = times(26, i => `M${(i * 97) % 800} ${(i * 61) % 400}l-9 26`)
  return sheet(
    800,
    500,
    rect(0, 0, 800, 500, sky),
    cloud(180, 80, 1.5, '#dfe7e6'),
    cloud(580, 60, 1.8, '#dfe7e6'),
    v === 2
      ? path('M0 280C160 230 320 270 480 240S700 240 800 260V500H0Z', '#8faf9d')
      : each(
          [
            [0, 130, '#cfa897', 210],
            [150, 170, '#dcbfa2', 180],
            [300, 120, '#c99f90', 150],
            [440, 160, '#dcbfa2', 200],
            [600, 110, '#cfa897', 240],
          ] as const,
          ([x, y, c, w]) =>
            rect(x, y, w, 300, c) +
            each(
              [0.2, 0.6],
              t =>
                rect(x + w * t, y + 50, 34, 50, v === 1 ? p.honey : '#8fb4b6') +
                rect(x + w * t, y + 136, 34, 50, t === 0.2 && v === 0 ? p.honey : '#8fb4b6'),
            ),
        ),
    v === 2 ? bareTree(90, 380, 1.5, false) + tree(720, 370, 1.2, p.leaf, p.grass) : lampPost(690, 420, 1.1, p.honey),
    rect(0, 390, 800, 110, pick(['#8b979a', '#6f7f83', '#9aa596'], v)),
    rect(0, 384, 800, 10, pick(['#a9b3b3', '#84918c', '#b2bbaa'], v)),
    each(
      [
        [150, 450, 90],
        [600, 470, 110],
        [400, 480, 70],
      ] as const,
      ([x, y, r]) => ellipse(x, y, r, 12, '#b9cdd2') + ellipse(x, y, r * 0.5, 5, p.sky),
    ),
    at(
      pick([340, 300, 400], v),
      472,
      figure(
        0,
        0,
        1.12,
        {
          skin: pick(skins, v * 2),
          hair: pick([p.cocoa, p.ink, p.stone], v),
          top: pick([p.honey, p.terracotta, p.brick], v),
          legs: p.ink,
          cut: pick(['long', 'short', 'bun'] as const, v),
          skirt: v === 2 ? p.plum : undefined,
        },
        {
          walking: true,
          right: 'M28-146 52-150',
          hands: [
            [-44, -92],
            [54, -152],
          ],
        },
      ) + at(54, -240, umbrella(cloth), 1.05),
    ),
    v === 0 ? dog(480, 474, 0.8, p.cream, p.wood, p.brick) : '',
    v === 1
      ? at(
          520,
          474,
          figure(
            0,
            0,
            0.72,
            { skin: skins[3], hair: p.marigold, top: p.marigold, legs: p.deep, cut: 'cap' },
            { walking: true },
          ) + ellipse(0, 2, 60, 6, '#b9cdd2'),
        )
      : '',
    `<g opacity=".6">${line(drops, p.paper, 3.5)}</g>`,
  )
}
