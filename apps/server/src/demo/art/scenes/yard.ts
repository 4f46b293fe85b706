import { at, circle, each, ellipse, faint, line, path, pick, rect, ring, sheet } from '../ink.ts'
import { bareTree, bush, flower, grassTuft, pot, snowfall, tree } from '../nature.ts'
import { figure } from '../people.ts'
import { lights, palette as p, skins } from '../palette.ts'
import { bicycle, lampPost, pane, pavement, paving } from '../town.ts'

export function courtyard(v: number): string {
  const light = pick([lights.day, lights.evening, lights.autumn], v)
  const wall = pick([p.peach, '#e9d3a6', '#cddccb'], v)
  const shutter = pick([p.forest, p.brick, p.deep], v)
  const glass = (i: number): string => ((v === 1 ? i % 2 === 0 : i === 1) ? p.honey : p.water)
  const box = (x: number): string =>
    each([0, 22, 44, 66], (dx, i) =>
      circle(x + 12 + dx, 316, 11, i % 2 ? pick([p.marigold, p.terracotta, p.paper], v) : p.grass),
    ) + rect(x, 322, 98, 16, p.terracotta, 4)
  const laundry =
    v === 2
      ? line('M212 170Q400 200 588 170', p.ink, 2.5) +
        each(
          [
            [270, 180, p.terracotta],
            [330, 185, p.honey],
            [400, 186, p.water],
            [470, 184, p.blush],
          ] as const,
          ([x, y, c]) => rect(x, y, 42, 50, c, 3),
        )
      : ''
  return sheet(
    800,
    500,
    rect(0, 0, 800, 500, light.sky),
    rect(90, 0, 620, 400, wall),
    rect(90, 0, 620, 16, p.brick),
    rect(90, 196, 620, 8, v === 2 ? '#b9cbb8' : p.blush),
    each([150, 290, 448, 588], (x, i) => pane(x, 60, 62, 84, glass(i), shutter)),
    laundry,
    path('M316 400V300a84 84 0 0 1 168 0V400Z', p.paper),
    path('M330 400V302a70 70 0 0 1 140 0V400Z', p.pine),
    faint(0.5, path('M330 400V330L400 372V400Z', p.leaf)),
    each([150, 588], (x, i) => pane(x, 236, 62, 84, glass(i + 2), shutter)),
    box(136),
    box(580),
    paving(396, light.ground, light.groundLine),
    tree(44, 404, 1.25, light.crown, light.crownLight),
    v === 1
      ? at(
          400,
          470,
          rect(-70, -44, 140, 10, p.wood, 4) +
            line('M-50-34-60 0M50-34 60 0', p.bark, 7) +
            circle(-20, -54, 10, p.brick) +
            rect(14, -66, 12, 24, p.forest, 3),
        ) +
          figure(280, 474, 0.8, { skin: skins[3], hair: p.stone, top: p.deep, cut: 'bun', skirt: p.plum }) +
          figure(520, 474, 0.84, { skin: skins[5], hair: p.ink, top: p.honey, legs: p.steel })
      : bicycle(196, 432, 1, p.terracotta) + bicycle(520, 440, 1, pick([p.deep, p.deep, p.leaf], v)),
    at(
      742,
      450,
      rect(-40, -46, 80, 60, p.wood, 4) +
        circle(-20, -58, 26, light.crown) +
        circle(16, -64, 30, p.forest) +
        circle(2, -84, 14, pick([p.marigold, p.blush, p.brick], v)),
    ),
  )
}

export function snowCourtyard(v: number): string {
  const light = lights.winter
  const night = v === 1
  const wall = pick([p.peach, '#8d7f86', p.blush], v)
  const glass = night ? p.honey : v === 2 ? p.water : p.honey
  const snowman =
    circle(0, -40, 50, p.paper) +
    circle(0, -114, 34, p.paper) +
    path('M2-116 40-108 2-104Z', p.marigold) +
    circle(-12, -122, 4, p.ink) +
    circle(12, -122, 4, p.ink) +
    circle(0, -56, 4, p.ink) +
    circle(0, -34, 4, p.ink) +
    path('M-34-92Q0-76 34-92L36-78Q0-62-36-78Z', p.terracotta) +
    path('M14-80 32-82 36-40 18-40Z', p.terracotta) +
    rect(-28, -150, 56, 9, p.ink, 3) +
    rect(-19, -184, 38, 38, p.ink, 3) +
    line('M-46-60-86-94M46-60 84-90', p.bark, 6)
  return sheet(
    800,
    500,
    rect(0, 0, 800, 500, night ? p.night : light.sky),
    rect(110, 60, 580, 330, wall),
    path('M86 66 120 14H680L714 66Z', p.paper),
    rect(86, 60, 628, 12, p.ice),
    each(
      [170, 300, 438, 568],
      x => pane(x, 104, 62, 80, glass, pick([p.forest, p.brick, p.deep], v)) + rect(x - 6, 182, 74, 8, p.paper, 4),
    ),
    path('M332 392V312a68 68 0 0 1 136 0V392Z', p.paper),
    path('M344 392V312a56 56 0 0 1 112 0V392Z', pick([p.brick, p.pine, p.deep], v)),
    at(
      400,
      290,
      circle(0, 0, 24, p.leaf) + circle(0, 0, 12, pick([p.brick, p.pine, p.deep], v)) + circle(0, 24, 6, p.terracotta),
    ),
    each([190, 548], x => pane(x, 240, 62, 80, glass)),
    path('M0 386C160 366 640 370 800 390V500H0Z', night ? '#b9cbd3' : light.ground),
    path('M0 450C240 424 500 470 800 436V500H0Z', night ? '#d3dfe4' : p.paper),
    bareTree(66, 410, 1.4),
    lampPost(690, 430, 0.95, p.honey),
    night ? faint(0.18, circle(690, 230, 70, p.honey)) : '',
    v === 0
      ? at(300, 460, snowman) +
          figure(
            480,
            468,
            0.68,
            { skin: skins[2], hair: p.terracotta, top: p.deep, legs: p.ink, cut: 'cap' },
            {
              left: 'M-28-146-62-150',
              hands: [
                [-68, -150],
                [44, -92],
              ],
            },
          )
      : '',
    v === 1 ? at(540, 470, snowman, 0.8) : '',
    v === 2
      ? figure(
          520,
          472,
          0.86,
          { skin: skins[4], hair: p.marigold, top: p.brick, legs: p.ink, cut: 'cap' },
          {
            left: 'M-28-146 20-110',
            right: 'M28-146 40-116',
            hands: [
              [22, -108],
              [42, -110],
            ],
          },
        ) +
          line('M556 400 600 470', p.bark, 7) +
          path('M584 462 624 452 632 480 600 492Z', p.steel) +
          ellipse(700, 472, 80, 30, p.paper) +
          ellipse(660, 482, 60, 22, p.snow)
      : '',
    line(v === 2 ? 'M120 470H220M160 484H280' : 'M90 466q20 8 40 0M170 478q20 8 40 0', p.ice, 6),
    snowfall(),
  )
}

export function bicycleAgainstWall(v: number): string {
  const wall = pick([p.blush, '#cfe0d2', p.sand], v)
  const paint = pick([p.deep, p.terracotta, p.pine], v)
  const basket = at(
    412,
    206,
    path('M-44 0H44L34 54H-34Z', p.wood) +
      line('M-38 16H38M-34 34H34', p.bark, 4) +
      pick(
        [
          each([-26, -4, 20], (x, i) => flower(x, -16, 1.2, [p.paper, p.marigold, p.lilac][i] ?? p.paper)),
          line('M-20 0 10-60M0 0 32-52', p.wood, 18) + circle(-24, -10, 18, p.leaf),
          circle(-22, -12, 18, p.brick) + circle(6, -16, 20, p.honey) + circle(28, -8, 16, p.grass),
        ],
        v,
      ),
  )
  return sheet(
    800,
    500,
    rect(0, 0, 800, 500, wall),
    v === 1
      ? each(
          [
            [60, 60],
            [240, 40],
            [620, 110],
            [700, 250],
            [120, 210],
            [560, 30],
          ] as const,
          ([x, y]) => faint(0.35, rect(x, y, 74, 22, p.sage, 4)),
        )
      : '',
    v === 0
      ? pane(520, 40, 150, 190, p.water, p.deep) +
          rect(500, 232, 190, 22, p.terracotta, 5) +
          each([520, 552, 584, 616, 648, 674], (x, i) => circle(x, 224, 18, i % 2 ? p.leaf : p.marigold))
      : '',
    v === 1
      ? path('M0 0H300C260 120 160 60 120 150 90 220 40 190 0 280Z', p.leaf) +
          path('M0 0H180C160 80 90 50 70 120 50 160 20 150 0 190Z', p.grass)
      : '',
    v === 2
      ? rect(90, 30, 190, 400, p.deep) +
          rect(106, 46, 158, 180, '#2f6a72') +
          rect(106, 246, 158, 170, '#2f6a72') +
          circle(250, 244, 8, p.honey) +
          rect(70, 14, 230, 24, p.paper)
      : '',
    pavement(410, p.stone, '#b9b4a6'),
    ellipse(400, 436, 250, 16, '#b4ae9f'),
    at(
      250,
      330,
      ring(0, 0, 96, p.ink, 11) +
        ring(300, 0, 96, p.ink, 11) +
        line('M0 0 84 0M0 0-50 76M0 0 40-84M300 0 384 0M300 0 250 80M300 0 336-88', p.pebble, 2.5) +
        line('M0 0 100-134H238L136 0H0M100-134 136 0M238-134 300 0M238-134 226-178', paint, 12) +
        line('M226-178 262-182M226-178 196-172', p.ink, 10) +
        line('M100-134 94-156', p.ink, 9) +
        path('M62-170H124Q128-152 100-154L66-158Z', p.bark) +
        circle(136, 0, 18, p.ink) +
        line('M136 0 156 34M146 34H170', p.steel, 7) +
        path('M-70-78A104 104 0 0 1 60-86L52-78A92 92 0 0 0-62-70Z', paint) +
        circle(262, -150, 11, p.honey),
    ),
    at(116, -2, basket),
    v === 0
      ? pot(90, 440, 1.4, p.terracotta, [p.leaf, p.forest, p.grass])
      : bush(720, 436, 1.2, p.leaf, p.grass) + grassTuft(630, 430, p.leaf),
  )
}
