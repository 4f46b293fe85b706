import { at, circle, each, ellipse, line, path, pick, rect, sheet, times } from '../ink.ts'
import { cloud, flower, mountains, pot, tree } from '../nature.ts'
import { figure } from '../people.ts'
import { lights, palette as p, skins } from '../palette.ts'

function cabbage(x: number, y: number, scale = 1): string {
  return at(
    x,
    y,
    circle(-16, -12, 18, p.leaf) +
      circle(16, -12, 18, p.leaf) +
      circle(0, -20, 20, p.grass) +
      circle(0, -16, 11, p.lime),
    scale,
  )
}

function tomatoes(x: number, y: number, fruit: string): string {
  return at(
    x,
    y,
    line('M0 0V-120', p.bark, 6) +
      circle(-14, -40, 20, p.leaf) +
      circle(14, -62, 22, p.forest) +
      circle(-8, -92, 20, p.leaf) +
      circle(-18, -34, 9, fruit) +
      circle(18, -52, 10, fruit) +
      circle(-6, -78, 9, fruit) +
      circle(14, -94, 8, fruit),
  )
}

function carrots(x: number, y: number): string {
  return at(x, y, line('M-10-30 0 0 10-30M0-36V0', p.leaf, 6) + ellipse(0, 2, 9, 5, p.marigold))
}

function pumpkin(x: number, y: number, scale = 1): string {
  return at(
    x,
    y,
    ellipse(-18, -22, 22, 24, p.terracotta) +
      ellipse(18, -22, 22, 24, p.terracotta) +
      ellipse(0, -22, 20, 26, p.marigold) +
      line('M0-46 6-58', p.forest, 7),
    scale,
  )
}

export function vegetableGarden(v: number): string {
  const light = pick([lights.day, lights.evening, lights.autumn], v)
  const soil = pick([p.bark, p.cocoa, p.bark], v)
  const can =
    path('M-34 0V-46H24V0Z', p.deep) +
    line('M24-16 58-48', p.deep, 9) +
    path('M50-58 70-42 60-34 44-48Z', p.deep) +
    line('M-30-46Q-8-78 20-46M-34-36Q-62-26-34-8', p.deep, 6)
  return sheet(
    800,
    500,
    rect(0, 0, 800, 500, light.sky),
    circle(pick([480, 360, 560], v), 90, 44, light.sun),
    v === 1 ? '' : cloud(pick([420, 0, 300], v), 100, 0.9),
    path('M0 250C160 200 320 230 480 206S700 196 800 226V500H0Z', light.middle),
    path('M0 276C200 246 500 268 800 250V500H0Z', light.meadow),
    tree(60, 300, 1, light.crown, light.crownLight),
    at(
      660,
      320,
      rect(-80, -110, 160, 110, p.wood) +
        line('M-48-110V0M-16-110V0M16-110V0M48-110V0', p.bark, 3) +
        path('M-104-106 0-170 104-106Z', pick([p.brick, p.deep, p.forest], v)) +
        rect(-24, -80, 48, 80, p.bark),
    ),
    times(14, i => rect(i * 60 - 10, 262, 12, 60, p.cream, 3)),
    rect(0, 276, 800, 8, p.cream),
    rect(0, 304, 800, 8, p.cream),
    path('M0 320H800V500H0Z', light.lawn),
    path('M30 372H770L790 408H10Z', soil),
    path('M10 436H790L820 492H-20Z', soil),
    v === 2
      ? each([90, 250, 640, 740], x => pumpkin(x, 400, 1))
      : each([80, 170, 260], x => tomatoes(x, 396, pick([p.brick, p.terracotta, p.brick], v))),
    v === 2 ? each([330, 400], x => cabbage(x, 398)) : each([560, 640, 720], x => cabbage(x, 398, 1)),
    v === 1
      ? each([60, 120, 180, 240, 300, 560, 620, 680, 740], (x, i) =>
          i % 2 ? flower(x, 452, 1.5, p.honey, p.bark) + line(`M${x} 470V490`, p.leaf, 5) : carrots(x, 476),
        )
      : each([60, 130, 200, 270, 560, 630, 700, 770], x => (v === 2 ? cabbage(x, 480, 1.1) : carrots(x, 472))),
    figure(
      420,
      474,
      1.02,
      {
        skin: pick(skins, v * 2 + 1),
        hair: pick([p.honey, p.stone, p.marigold], v),
        top: pick([p.terracotta, p.paper, p.deep], v),
        legs: p.steel,
        cut: pick(['hat', 'bun', 'hat'] as const, v),
      },
      {
        right: 'M28-146 60-112',
        hands: [
          [-44, -92],
          [64, -108],
        ],
      },
    ),
    v === 0
      ? at(500, 412, can, 0.9, 12)
      : line(`M490 340 500 478`, p.bark, 7) +
          (v === 1
            ? path('M484 470H520L516 498H490Z', p.steel)
            : line('M480 478H522M484 478V494M500 478V496M518 478V494', p.steel, 5)),
  )
}

export function balconyFlowers(v: number): string {
  const light = pick([lights.day, lights.evening, lights.day], v)
  const blooms = pick(
    [
      [p.terracotta, p.blush, p.paper],
      [p.lilac, p.plum, p.paper],
      [p.honey, p.marigold, p.paper],
    ] as const,
    v,
  )
  const box = (x: number, w: number): string => {
    const n = Math.floor(w / 34)
    return (
      times(n, i => circle(x + 18 + i * 34, 318 - (i % 2) * 14, 24, i % 2 ? p.leaf : p.forest)) +
      times(n, i =>
        flower(
          x + 18 + i * 34,
          300 - ((i * 7) % 3) * 14,
          1.25,
          blooms[i % 3] ?? p.paper,
          i % 3 === 2 ? p.honey : p.cream,
        ),
      ) +
      times(
        n - 1,
        i =>
          line(`M${x + 30 + i * 34} 340q${i % 2 ? 10 : -10} 20 0 ${36 + (i % 3) * 8}`, p.leaf, 5) +
          circle(x + 30 + i * 34, 380 + (i % 3) * 8, 7, blooms[(i + 1) % 3] ?? p.paper),
      ) +
      rect(x, 322, w, 40, pick([p.brick, p.deep, p.terracotta], v), 6)
    )
  }
  const roofs = each(
    [
      [0, 150, p.blush],
      [110, 110, p.peach],
      [240, 170, p.sand],
      [370, 130, p.blush],
      [520, 160, p.peach],
      [650, 120, p.sand],
    ] as const,
    ([x, h, c]) =>
      rect(x, 330 - h, 150, h + 100, c) +
      path(`M${x - 10} ${332 - h}H${x + 160}L${x + 136} ${300 - h}H${x + 14}Z`, p.brick) +
      rect(x + 26, 360 - h, 26, 36, p.water) +
      rect(x + 92, 360 - h, 26, 36, v === 1 ? p.honey : p.water),
  )
  const rail =
    rect(0, 352, 800, 12, p.ink) + times(21, i => rect(i * 40 + 6, 360, 6, 110, p.ink)) + rect(0, 462, 800, 10, p.ink)
  return sheet(
    800,
    500,
    rect(0, 0, 800, 500, light.sky),
    circle(pick([640, 400, 160], v), pick([90, 150, 80], v), 46, light.sun),
    v === 1 ? '' : cloud(pick([220, 0, 560], v), 90, 0.9),
    v === 2
      ? mountains(light, 310) +
          rect(0, 308, 800, 192, p.lagoon) +
          path('M0 308H800V334C500 346 260 326 0 338Z', p.water)
      : roofs,
    rail,
    rect(0, 472, 800, 28, p.sand),
    box(pick([60, 300, 100], v), 340),
    v === 0 ? box(450, 290) : v === 2 ? box(470, 260) : '',
    v === 1
      ? at(
          150,
          500,
          rect(-70, -90, 140, 12, p.wood, 5) +
            line('M-44-80-54 0M44-80 54 0', p.bark, 8) +
            path('M-26-118H14L10-92H-22Z', p.paper) +
            line('M14-112q18 6-2 18', p.paper, 5) +
            rect(24, -104, 34, 12, p.terracotta, 2),
        ) + pot(730, 492, 1.5, p.terracotta, [p.leaf, p.forest, p.grass])
      : '',
    v === 0
      ? at(
          770,
          60,
          line('M0-60V20', p.ink, 3) +
            path('M-40 20H40L28 60H-28Z', p.wood) +
            each([-34, -12, 12, 34], (x, i) => line(`M${x} 40q${i % 2 ? 12 : -12} 30 0 60`, p.leaf, 7)) +
            circle(-20, 14, 20, p.leaf) +
            circle(18, 12, 22, p.forest),
        )
      : '',
    v === 2
      ? path('M0 0H66C84 150 40 330 70 500H0Z', p.cream) +
          path('M0 0H30C44 180 10 340 26 500H0Z', p.peach) +
          rect(0, 0, 800, 14, p.bark)
      : '',
  )
}
