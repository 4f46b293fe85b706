import { at, circle, each, ellipse, faint, line, path, pick, rect, sheet } from '../ink.ts'
import { pot, tree } from '../nature.ts'
import { bust, figure } from '../people.ts'
import { lights, palette as p, skins } from '../palette.ts'
import { awning, chalkboard, crate, pavement, shopDoor, upstairs } from '../town.ts'

const board = (fill: string): string => line('M262 168h60M340 168h120M478 168h60', fill, 12)

export function bakery(v: number): string {
  const front = pick(
    [
      [p.pine, p.forest],
      [p.brick, '#9d4733'],
      [p.deep, '#346f78'],
    ] as const,
    v,
  )
  const cloth = pick([p.marigold, p.terracotta, p.honey], v)
  const light = pick([lights.day, lights.evening, lights.winter], v)
  const loaf = ellipse(0, 0, 50, 17, p.wood) + line('M-22-6l8 12M-4-9l8 14M14-9l8 12', p.honey, 4)
  const round = path('M-28 0q28-46 56 0z', p.wood) + line('M-10-10q10-12 20 0', p.honey, 3)
  const bun = circle(0, -18, 19, p.terracotta) + circle(0, -24, 8, p.blush)
  return sheet(
    800,
    500,
    upstairs(pick([p.peach, p.cream, p.blush], v), pick([p.blush, p.sand, p.peach], v), v === 0 ? p.water : p.honey),
    rect(60, 140, 680, 300, front[0]),
    rect(60, 140, 680, 56, front[1]),
    board(p.honey),
    rect(96, 236, 380, 176, v === 0 ? '#f9e8c0' : '#f8dfa2'),
    v === 1 ? at(286, 392, bust(0, -22, 1, { skin: skins[1], hair: p.paper, top: p.paper, cut: 'hat' }, p.paper)) : '',
    rect(96, 330, 380, 8, p.wood),
    rect(96, 404, 380, 10, p.wood),
    v === 1
      ? each([140, 190, 390, 430], x => at(x, 312, loaf, 0.8, -8))
      : each([140, 196, 252, 308], x => at(x, 312, v === 2 ? round : loaf, 1, -8)),
    v === 1
      ? ''
      : each([366, 416], x =>
          at(x, 310, path('M-26 18C-34-22 34-22 26 18Z', p.terracotta) + line('M-8-8V14M8-8V14', p.honey, 3)),
        ),
    each([130, 200, 270, 340, 420], (x, i) => at(x, 402, (i + v) % 2 ? bun : round)),
    shopDoor(520, 236, p.bark, v === 0 ? p.water : '#f2d490'),
    awning(50, 750, 196, 250, 20, cloth),
    pavement(440, light === lights.winter ? light.ground : p.stone, light === lights.winter ? p.paper : p.dune),
    at(724, 488, chalkboard(0, 0, 1)),
    v === 2
      ? figure(
          430,
          480,
          0.9,
          { skin: skins[2], hair: p.terracotta, top: p.pine, legs: p.ink, cut: 'cap' },
          {
            walking: true,
            right: 'M28-146 46-110',
            hands: [
              [-44, -92],
              [46, -104],
            ],
          },
        ) + line('M470 396 486 320', p.wood, 13)
      : pot(60, 450, 1, p.terracotta, [p.leaf, p.forest, p.leaf]),
  )
}

export function market(v: number): string {
  const light = pick([lights.day, lights.evening, lights.winter], v)
  const cloth = pick([p.terracotta, p.leaf, p.deep], v)
  const goods = pick(
    [
      [
        [p.brick, p.terracotta],
        [p.marigold, p.honey],
        [p.leaf, p.grass],
        [p.blush, p.terracotta],
      ],
      [
        [p.leaf, p.lime],
        [p.brick, p.rust],
        [p.honey, p.marigold],
        [p.plum, p.lilac],
      ],
      [
        [p.marigold, p.terracotta],
        [p.paper, p.stone],
        [p.leaf, p.forest],
        [p.brick, p.terracotta],
      ],
    ] as const,
    v,
  )
  return sheet(
    800,
    500,
    rect(0, 0, 800, 500, light.sky),
    v === 1 ? circle(505, 70, 40, p.honey) : '',
    each(
      [
        [40, 60, 190, p.blush],
        [250, 20, 170, p.peach],
        [600, 40, 200, p.blush],
      ] as const,
      ([x, y, w, c], i) =>
        rect(x, y, w, 360, pick([c, i === 1 ? p.sand : p.peach, i === 1 ? p.blush : p.peach], v)) +
        rect(x - 8, y - 4, w + 16, 12, v === 2 ? p.paper : p.brick) +
        each([30, 100], dx => rect(x + dx, y + 50, 40, 60, v > 0 && dx === 30 ? p.honey : p.water)),
    ),
    v === 1 ? tree(500, 350, 1, p.forest, p.leaf) : '',
    pavement(350, light.ground, light.groundLine),
    rect(136, 190, 12, 250, p.bark),
    rect(652, 190, 12, 250, p.bark),
    faint(0.16, rect(148, 190, 504, 130, p.pine)),
    awning(120, 680, 120, 206, 36, cloth),
    bust(
      pick([400, 300, 480], v),
      330,
      1,
      {
        skin: pick(skins, v * 2 + 3),
        hair: pick([p.ink, p.cocoa, p.brick], v),
        top: pick([p.forest, p.terracotta, p.plum], v),
        cut: pick(['short', 'pony', 'cap'] as const, v),
      },
      p.paper,
    ),
    v === 1 ? bust(430, 330, 1, { skin: skins[0], hair: p.stone, top: p.steel }, p.leaf) : '',
    rect(120, 386, 560, 12, p.bark),
    rect(132, 396, 536, 64, p.wood),
    each([150, 280, 410, 540], (x, i) => crate(x, 390, goods[i] ?? [p.leaf, p.grass])),
    at(236, 430, rect(-60, -26, 120, 52, p.ink, 4) + line('M-40-8H20M-40 10H40', p.cream, 5)),
    v === 0
      ? ''
      : at(
          v === 1 ? 580 : 90,
          490,
          figure(0, 0, 0.98, {
            skin: pick(skins, v * 4),
            hair: pick([p.ink, p.ink, p.stone], v),
            top: pick([p.honey, p.honey, p.brick], v),
            legs: p.deep,
            cut: pick(['veil', 'veil', 'bun'] as const, v),
            skirt: v === 1 ? p.deep : undefined,
          }) +
            path('M30-92H76L70-40H36Z', p.dune) +
            line('M36-92Q52-116 70-92', p.wood, 5) +
            circle(44, -96, 10, p.leaf) +
            circle(62, -98, 10, p.terracotta),
        ),
  )
}
