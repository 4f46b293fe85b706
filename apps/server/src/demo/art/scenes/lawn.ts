import { at, circle, each, ellipse, line, path, pick, rect, sheet } from '../ink.ts'
import { bush, cloud, flower, tree } from '../nature.ts'
import { figure } from '../people.ts'
import { lights, palette as p, skins } from '../palette.ts'

export function playground(v: number): string {
  const light = pick([lights.day, lights.evening, lights.autumn], v)
  const frame = pick([p.terracotta, p.deep, p.marigold], v)
  const roof = pick([p.deep, p.brick, p.leaf], v)
  return sheet(
    800,
    500,
    rect(0, 0, 800, 500, light.sky),
    circle(120, 90, 44, light.sun),
    v === 1 ? '' : cloud(400, 90, 1),
    path('M0 260C200 210 340 250 520 226S720 220 800 240V500H0Z', light.meadow),
    tree(60, 330, 1.1, light.crown, light.crownLight),
    tree(740, 320, 1.2, v === 2 ? p.terracotta : p.forest, light.crownLight),
    path('M0 330C200 306 560 310 800 326V500H0Z', light.lawn),
    path('M60 500C90 400 720 390 760 500Z', light.ground),
    at(
      540,
      440,
      line('M-50 0V-200M50 0V-200', p.bark, 12) +
        path('M-74-200 0-264 74-200Z', roof) +
        rect(-58, -130, 116, 14, p.wood) +
        line('M-50-156H50', p.bark, 7) +
        path('M56-128C120-120 110-30 210-14V4C90 0 90-96 50-104Z', frame) +
        line('M-56-116-98 0M-40-116-82 0M-68-88H-50M-78-60H-62M-88-30H-72', p.bark, 7),
    ),
    figure(
      540,
      310,
      0.5,
      { skin: skins[2], hair: p.ink, top: p.honey, legs: p.ink, cut: 'curly' },
      {
        left: 'M-28-146-56-186',
        hands: [
          [-60, -192],
          [44, -92],
        ],
      },
    ),
    at(
      230,
      452,
      line('M-120 0-90-220M-60 0-90-220M110 0 80-220M50 0 80-220M-96-214H88', frame, 11) +
        line('M-50-210-80-76M-22-210-56-74M34-210V-70M62-210V-70', p.ink, 3) +
        rect(-88, -80, 38, 9, p.wood, 3) +
        rect(29, -74, 38, 9, p.wood, 3),
    ),
    at(
      162,
      374,
      line('M0-6 30 0 34 34M6-2 38 2 46 32', p.deep, 13) +
        path('M-20 2C-24-46-16-56 2-56S22-40 20 2Z', p.brick) +
        circle(2, -76, 19, skins[0]) +
        path('M-18-74C-22-106 26-106 22-74 10-86-6-86-18-74Z', p.marigold) +
        line('M10-40 28-64', p.brick, 10),
    ),
    v === 1
      ? figure(
          370,
          470,
          0.56,
          { skin: skins[5], hair: p.ink, top: p.paper, skirt: p.terracotta, cut: 'bun' },
          { walking: true },
        )
      : '',
    v === 2
      ? at(
          390,
          462,
          path('M-60 10H60L46-14H-46Z', p.brick) +
            ellipse(0, -12, 46, 8, p.honey) +
            path('M-10-14 0-44 14-14Z', p.dune) +
            line('M20-14 34-44', p.deep, 6),
        )
      : at(
          pick([400, 460, 0], v),
          470,
          circle(0, 0, 20, p.paper) + path('M-20 0A20 20 0 0 1 0-20V20A20 20 0 0 1-20 0Z', p.terracotta),
        ),
  )
}

export function yogaLawn(v: number): string {
  const light = pick([lights.day, { ...lights.evening, lawn: p.leaf, meadow: p.grass }, lights.autumn], v)
  const mats = [p.deep, p.terracotta, p.lilac, p.honey]
  const sit = (look: { skin: string; hair: string; top: string; legs: string; bun?: boolean }): string =>
    path('M-64 0Q-50-30 0-30T64 0Q40 12 0 8-40 12-64 0Z', look.legs) +
    line('M-26-96-62-30M26-96 62-30', look.top, 14) +
    path('M-28-20C-30-90-24-110 0-110S30-90 28-20Z', look.top) +
    rect(-7, -122, 14, 18, look.skin, 5) +
    circle(-62, -26, 8, look.skin) +
    circle(62, -26, 8, look.skin) +
    circle(0, -136, 21, look.skin) +
    path('M-22-134C-26-168 26-168 22-134 14-146-14-146-22-134Z', look.hair) +
    (look.bun ? circle(0, -164, 10, look.hair) : '')
  const stand = (look: { skin: string; hair: string; top: string; legs: string }): string =>
    line('M0-90V-8M4-84 40-66 8-46', look.legs, 17) +
    line('M-18-142-8-204M18-142 8-204', look.top, 13) +
    path('M-24-82C-28-140-20-154 0-154S28-140 24-82Z', look.top) +
    circle(0, -208, 9, look.skin) +
    rect(-7, -166, 14, 18, look.skin) +
    circle(0, -178, 20, look.skin) +
    path('M-21-176C-26-208 26-208 21-176 12-188-12-188-21-176Z', look.hair)
  const looks = [
    { skin: skins[1], hair: p.cocoa, top: p.paper, legs: p.ink, bun: true },
    { skin: skins[5], hair: p.ink, top: p.honey, legs: p.pine },
    { skin: skins[0], hair: p.stone, top: p.deep, legs: p.night },
    { skin: skins[3], hair: p.brick, top: p.plum, legs: p.ink, bun: true },
  ] as const
  const spots = pick(
    [
      [
        [170, 440, 1, 0],
        [420, 400, 0.8, 1],
        [640, 446, 1, 2],
      ],
      [
        [150, 420, 0.85, 3],
        [400, 450, 1.05, 1],
        [650, 420, 0.85, 0],
      ],
      [
        [240, 446, 1, 2],
        [540, 446, 1, 3],
        [400, 380, 0.68, 0],
      ],
    ] as const,
    v,
  )
  return sheet(
    800,
    500,
    rect(0, 0, 800, 500, light.sky),
    circle(pick([400, 600, 200], v), pick([170, 190, 120], v), pick([60, 70, 46], v), light.sun),
    path('M0 230C160 180 320 220 480 190S700 180 800 214V500H0Z', light.middle),
    path('M0 280C200 240 420 276 800 250V500H0Z', light.meadow),
    tree(60, 330, 1.1, light.crown, light.crownLight),
    tree(744, 326, 1.25, v === 2 ? p.terracotta : p.forest, light.crownLight),
    bush(220, 312, 0.9, light.crown, light.crownLight),
    bush(580, 306, 0.8, p.forest, light.crown),
    path('M0 340C240 310 560 320 800 334V500H0Z', light.lawn),
    each(
      [...spots].sort((a, b) => a[1] - b[1]),
      ([x, y, s, who]) =>
        at(
          x,
          y,
          path('M-92 18-74-16H74L92 18Z', mats[(who + v) % 4] ?? p.deep) +
            (v === 1 ? at(0, 4, stand(looks[who])) : sit(looks[who])),
          s,
        ),
    ),
    v === 0
      ? each(
          [
            [60, 470],
            [300, 480],
            [520, 486],
            [760, 470],
          ] as const,
          ([x, y]) => flower(x, y, 0.7, p.paper),
        )
      : '',
  )
}
