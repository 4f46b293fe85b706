import { at, circle, each, ellipse, faint, line, path, pick, rect, sheet } from '../ink.ts'
import { pot, tree } from '../nature.ts'
import { figure } from '../people.ts'
import { lights, palette as p, skins } from '../palette.ts'

const spines = [
  p.terracotta,
  p.forest,
  p.marigold,
  p.deep,
  p.brick,
  p.leaf,
  p.blush,
  p.pine,
  p.honey,
  p.lagoon,
  p.ink,
  p.plum,
]

function row(x: number, floor: number, count: number, shift: number, wide = 18): string {
  const byColour = new Map<string, string>()
  let labels = ''
  for (let i = 0; i < count; i += 1) {
    const tall = 54 + ((i * 7 + shift * 5) % 5) * 5
    const left = x + i * (wide + 2)
    const colour = pick(spines, i * 5 + shift)
    byColour.set(colour, `${byColour.get(colour) ?? ''}M${left} ${floor}v-${tall}h${wide}v${tall}Z`)
    if ((i + shift) % 2) labels += `M${left + 4} ${floor - tall + 12}h${wide - 8}v4h-${wide - 8}Z`
  }
  return [...byColour].map(([colour, d]) => path(d, colour)).join('') + path(labels, p.cream)
}

export function books(v: number): string {
  const light = pick([lights.day, lights.evening, lights.winter], v)
  const paint = pick([p.deep, p.brick, p.marigold], v)
  const roof = pick([p.brick, p.pine, p.deep], v)
  return sheet(
    800,
    500,
    rect(0, 0, 800, 500, light.low),
    circle(pick([680, 120, 660], v), 80, 42, light.sun),
    path('M0 220C180 170 380 230 560 190S740 190 800 200V420H0Z', light.meadow),
    tree(110, 400, 1.6, light.crown, light.crownLight),
    tree(710, 390, 1.3, v === 2 ? p.ice : p.forest, light.crown),
    rect(0, 398, 800, 102, light.ground),
    rect(0, 398, 800, 8, light.groundLine),
    rect(386, 330, 28, 110, p.bark),
    path('M230 116 400 44 570 116Z', roof),
    v === 2 ? path('M224 110 400 34 576 110 548 108 400 60 252 108Z', p.paper) : '',
    rect(250, 112, 300, 232, paint),
    rect(272, 134, 256, 188, p.cream),
    rect(272, 220, 256, 10, p.wood),
    row(284, 220, v === 1 ? 8 : 6, v),
    row(v === 1 ? 470 : 440, 220, v === 1 ? 2 : 4, v + 3),
    row(284, 322, 4, v + 5),
    rect(376, 310, 70, 12, p.terracotta),
    rect(382, 298, 60, 12, p.marigold),
    rect(378, 286, 64, 12, p.deep),
    row(462, 322, 3, v + 7),
    faint(0.8, path('M528 134H590V330L528 322Z', p.water)),
    line('M528 134H590V330L528 322', paint, 8),
    ellipse(400, 446, 60, 8, light.groundLine),
    v === 1
      ? figure(
          640,
          464,
          1,
          { skin: skins[4], hair: p.ink, top: p.honey, cut: 'curly', skirt: p.terracotta },
          {
            left: 'M-28-146-40-112-10-116',
            right: 'M28-146 40-112 14-114',
            hands: [
              [-12, -114],
              [14, -112],
            ],
          },
        ) +
          at(
            642,
            346,
            path('M-30-14 0-6 30-14V16L0 24-30 16Z', p.deep) + path('M-24-16 0-8 24-16V10L0 18-24 10Z', p.paper),
          )
      : '',
    v === 2
      ? figure(
          190,
          464,
          0.96,
          { skin: skins[1], hair: p.brick, top: p.forest, legs: p.ink, cut: 'cap' },
          {
            right: 'M28-146 92-164',
            hands: [
              [-44, -92],
              [98, -166],
            ],
          },
        )
      : '',
  )
}

export function bookshop(v: number): string {
  const wall = pick([p.forest, p.peach, '#3f5f66'], v)
  const shelf = (x: number, w: number, shift: number): string =>
    rect(x, 40, w, 370, p.bark) +
    each(
      [0, 1, 2, 3],
      i =>
        rect(x + 12, 54 + i * 88, w - 24, 78, p.cocoa) +
        row(x + 16, 132 + i * 88, Math.floor((w - 34) / 20), shift + i * 2),
    )
  const keeper = figure(
    400,
    452,
    1.06,
    {
      skin: pick(skins, v * 3),
      hair: pick([p.stone, p.ink, p.terracotta], v),
      top: pick([p.terracotta, p.honey, p.leaf], v),
      legs: p.ink,
      cut: pick(['bun', 'short', 'long'] as const, v),
    },
    {
      left: 'M-28-146-44-112-16-112',
      hands: [
        [-16, -112],
        [44, -92],
      ],
    },
  )
  return sheet(
    800,
    500,
    rect(0, 0, 800, 500, wall),
    shelf(20, 236, v),
    shelf(pick([544, 560, 270], v), 236, v + 4),
    v === 2 ? shelf(520, 260, 7) : '',
    v === 0
      ? rect(290, 60, 220, 190, p.paper, 4) +
          rect(300, 70, 200, 170, p.water) +
          path('M300 200Q380 170 500 206V240H300Z', p.leaf) +
          rect(398, 70, 4, 170, p.paper)
      : '',
    v === 1
      ? each(
          [
            [330, 90],
            [410, 70],
            [490, 100],
          ] as const,
          ([x, y]) =>
            line(`M${x} 0V${y}`, p.ink, 3) +
            path(`M${x - 30} ${y + 30}H${x + 30}L${x + 16} ${y}H${x - 16}Z`, p.deep) +
            circle(x, y + 32, 9, p.honey),
        ) +
          rect(300, 170, 210, 130, p.cream, 4) +
          path('M320 280 370 210 410 250 440 224 490 280Z', p.sage) +
          circle(460, 200, 14, p.honey)
      : '',
    rect(0, 408, 800, 92, pick(['#c99a6b', p.wood, '#b9855a'], v)),
    rect(0, 404, 800, 8, p.bark),
    path('M200 500 260 440H560L620 500Z', pick([p.brick, p.deep, p.honey], v)),
    v === 2
      ? at(
          610,
          470,
          rect(-90, -120, 180, 100, p.terracotta, 26) +
            rect(-110, -74, 44, 66, p.brick, 18) +
            rect(66, -74, 44, 66, p.brick, 18) +
            rect(-76, -60, 152, 40, p.brick, 12) +
            rect(-80, -12, 12, 14, p.bark) +
            rect(68, -12, 12, 14, p.bark),
        )
      : at(
          pick([600, 590], v),
          480,
          rect(-110, -70, 220, 14, p.wood, 4) +
            line('M-86-56-96 0M86-56 96 0', p.bark, 9) +
            row(-92, -70, 4, v + 2, 22) +
            rect(16, -84, 76, 14, p.deep) +
            rect(22, -98, 64, 14, p.honey) +
            rect(18, -112, 70, 14, p.brick),
        ),
    keeper,
    at(386, 332, rect(-18, -34, 26, 40, p.honey, 2) + rect(8, -32, 8, 36, p.paper)),
    pot(pick([180, 200, 180], v), 486, 1.2, p.deep, [p.leaf, p.forest, p.grass]),
  )
}
