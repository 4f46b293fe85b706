import { at, circle, each, ellipse, line, path, pick, rect, sheet } from '../ink.ts'
import { cloud, pot, tree } from '../nature.ts'
import { figure } from '../people.ts'
import { lights, palette as p, skins } from '../palette.ts'
import { pane, pavement, van } from '../town.ts'

export function tools(v: number): string {
  const wall = pick([p.peach, '#cddad6', p.sand], v)
  const drill =
    path('M-110-40H30q14 0 14 14V14q0 14-14 14H-110q-20-34 0-68Z', p.marigold) +
    path('M-64 24H-14L-22 110H-74Z', p.ink) +
    rect(-92, 104, 92, 34, p.steel, 6) +
    path('M44-24 84-14V12L44 22Z', p.ink) +
    rect(84, -5, 74, 9, p.steel) +
    rect(-10, 30, 14, 24, p.brick, 4) +
    rect(-90, -22, 60, 10, p.ink, 4)
  const box =
    rect(-130, -90, 260, 100, p.brick, 8) +
    rect(-140, -110, 280, 30, p.terracotta, 6) +
    line('M-60-112V-144H60V-112', p.ink, 11) +
    rect(-18, -98, 36, 24, p.honey, 4)
  const hammer = rect(-7, -110, 14, 140, p.wood, 5) + path('M-44-136H28q16 0 20 14v20H-44Z', p.steel)
  const spanner =
    rect(-9, -80, 18, 150, p.pebble, 6) +
    path('M-30-120 -8-96H8L30-120 26-80H-26Z', p.pebble) +
    circle(0, 70, 20, p.pebble) +
    circle(0, 70, 9, wall)
  const ladder = line(
    'M-70 0-26-360M70 0 26-360M-60-70H60M-52-134H52M-44-198H44M-36-262H36M-30-320H30',
    pick([p.wood, p.honey, p.wood], v),
    14,
  )
  return sheet(
    800,
    500,
    rect(0, 0, 800, 500, wall),
    pavement(410, pick([p.wood, '#b9b4a6', p.bark], v), p.bark),
    v === 0
      ? rect(420, 60, 320, 190, p.cream, 4) +
          each(
            [
              [470, 90],
              [540, 90],
              [690, 90],
            ] as const,
            ([x, y]) => circle(x, y - 10, 6, p.ink),
          ) +
          at(470, 220, hammer, 0.9) +
          at(545, 186, spanner, 0.9) +
          at(650, 150, rect(-50, -40, 100, 14, p.wood, 4) + path('M-46-26H60L46 40H-30Z', p.stone)) +
          at(190, 420, ladder, 1.05)
      : '',
    v === 1
      ? at(
          400,
          150,
          rect(-230, -110, 460, 200, p.mist) +
            rect(-200, -84, 180, 150, p.paper) +
            path('M-190 56-130-30-90 20-60-14-30 56Z', p.sage) +
            circle(-70, -50, 16, p.honey),
        ) +
          line('M540 110V220', p.terracotta, 3) +
          circle(540, 100, 7, p.ink)
      : '',
    v === 2
      ? rect(470, 50, 260, 360, p.cream) +
          rect(490, 70, 220, 320, p.honey) +
          at(250, 430, ladder, 1.1) +
          figure(
            250,
            260,
            0.76,
            { skin: skins[3], hair: p.ink, top: p.deep, legs: p.steel, cut: 'cap' },
            {
              right: 'M28-146 96-170',
              hands: [
                [-44, -92],
                [102, -172],
              ],
            },
          ) +
          at(352, 132, rect(-10, -6, 44, 14, p.bark, 4) + rect(30, -26, 34, 54, p.paper, 8)) +
          path('M490 70H620C600 160 640 220 590 390H490Z', p.terracotta)
      : '',
    v === 0 ? at(480, 440, box) + at(650, 380, drill, 0.62) : '',
    v === 1 ? at(390, 320, drill, 1.45) + at(130, 440, box, 0.74) : '',
    v === 2
      ? at(
          500,
          446,
          path('M-60 0-66-80H66L60 0Z', p.stone) +
            ellipse(0, -80, 66, 13, p.terracotta) +
            line('M-64-84Q0-180 64-84', p.ink, 4),
        ) + at(680, 446, path('M-44 0-50-60H50L44 0Z', p.stone) + ellipse(0, -60, 50, 10, p.honey))
      : '',
  )
}

export function movingBoxes(v: number): string {
  const wall = pick([p.blush, '#d3e0d4', p.peach], v)
  const light = lights.day
  const carton = (x: number, y: number, w: number, h: number, tone: string = p.wood): string =>
    rect(x, y - h, w, h, tone, 3) +
    rect(x + w / 2 - 11, y - h, 22, h * 0.42, p.dune) +
    line(`M${x + 14} ${y - 18}h${w * 0.26}`, p.bark, 5)
  const open = (x: number, y: number, w: number, h: number, inside: string): string =>
    at(
      x,
      y,
      at(w / 2, -h, inside) +
        path(
          `M0 ${-h}L-34 ${-h - 34}H${w * 0.3}L${w * 0.36} ${-h}ZM${w} ${-h}L${w + 34} ${-h - 30}H${w * 0.7}L${w * 0.64} ${-h}Z`,
          '#c08c5e',
        ) +
        rect(0, -h, w, h, p.wood, 3) +
        line(`M16-18h${w * 0.26}`, p.bark, 5),
    )
  const lamp = line('M0 20V-90', p.ink, 6) + path('M-44-60H44L26-120H-26Z', p.honey)
  const toys = circle(-30, -16, 30, p.terracotta) + rect(0, -50, 30, 60, p.deep, 4) + path('M40 0V-70L64-10V0Z', p.leaf)
  if (v === 2) {
    return sheet(
      800,
      500,
      rect(0, 0, 800, 500, light.sky),
      cloud(180, 90, 0.9),
      rect(430, 40, 370, 380, p.peach),
      each([480, 600, 720], (x, i) => pane(x, 90, 62, 84, i === 1 ? p.honey : p.water, p.forest)),
      rect(560, 230, 110, 190, p.paper),
      rect(572, 242, 86, 178, p.brick),
      tree(60, 410, 1.1, p.leaf, p.grass),
      pavement(410, p.stone, p.dune),
      van(300, 450, 1.08, p.paper, p.marigold),
      rect(110, 270, 150, 106, p.ink),
      carton(120, 374, 60, 54),
      carton(186, 374, 66, 74),
      figure(
        560,
        470,
        0.95,
        { skin: skins[4], hair: p.ink, top: p.leaf, legs: p.deep },
        {
          walking: true,
          left: 'M-28-146-48-116-16-112',
          right: 'M28-146 40-116 14-112',
          hands: [
            [-40, -100],
            [40, -100],
          ],
        },
      ),
      carton(518, 400, 84, 62),
      figure(
        706,
        474,
        0.92,
        { skin: skins[1], hair: p.brick, top: p.terracotta, legs: p.ink, cut: 'pony' },
        {
          left: 'M-28-146-50-116-26-112',
          right: 'M28-146 44-116 20-112',
          hands: [
            [-40, -100],
            [40, -100],
          ],
        },
      ),
      pot(706, 400, 0.9, p.deep, [p.leaf, p.forest, p.grass]),
    )
  }
  return sheet(
    800,
    500,
    rect(0, 0, 800, 500, wall),
    pane(pick([500, 110], v), 50, 190, 240, v === 0 ? p.water : p.apricot),
    v === 1
      ? circle(180, 210, 34, p.honey)
      : path('M506 240Q570 210 684 236V284H506Z', p.grass) + rect(593, 56, 4, 228, p.paper),
    rect(0, 400, 800, 100, pick(['#c99a6b', p.wood], v)),
    line('M0 432H800M0 466H800', p.bark, 3),
    rect(0, 392, 800, 12, p.paper),
    v === 0
      ? carton(90, 440, 170, 120) +
          carton(112, 320, 130, 96, '#b98254') +
          open(
            300,
            456,
            190,
            130,
            lamp + at(-50, -10, rect(-20, -40, 22, 50, p.terracotta, 2) + rect(4, -52, 20, 60, p.forest, 2)),
          ) +
          carton(560, 450, 180, 110, '#b98254') +
          carton(586, 340, 120, 84) +
          pot(640, 256, 0.9, p.deep, [p.leaf, p.forest, p.grass])
      : carton(500, 440, 200, 130, '#b98254') +
          carton(520, 310, 150, 96) +
          pot(594, 214, 0.9, p.terracotta, [p.leaf, p.forest, p.grass]) +
          open(250, 462, 180, 120, toys) +
          carton(90, 450, 130, 90) +
          at(
            440,
            470,
            ellipse(26, -12, 44, 26, p.marigold) +
              circle(66, -36, 24, p.marigold) +
              path('M46-50 48-74 62-58ZM70-58 84-74 86-50Z', p.marigold) +
              line('M-14-8Q-40-14-30-44', p.marigold, 11) +
              circle(60, -38, 3, p.ink) +
              circle(76, -38, 3, p.ink),
          ),
  )
}
