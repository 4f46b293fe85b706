import { at, circle, each, ellipse, line, path, pick, rect, sheet, times } from '../ink.ts'
import { cloud, flower, grassTuft, mountains, pot } from '../nature.ts'
import { lights, palette as p } from '../palette.ts'

export function cat(v: number): string {
  const light = pick([lights.day, lights.night, lights.winter], v)
  const coat = pick(
    [
      [p.marigold, p.terracotta, p.cream],
      ['#6f7b78', p.steel, p.stone],
      ['#efd9b2', p.wood, p.paper],
    ] as const,
    v,
  )
  const wall = pick([p.blush, '#cfdad0', p.sand], v)
  const view =
    v === 1
      ? circle(560, 130, 30, p.moon) +
        rect(146, 330, 240, 110, '#17343c') +
        rect(414, 300, 240, 140, '#17343c') +
        each(
          [
            [176, 350],
            [230, 370],
            [300, 350],
            [450, 330],
            [520, 360],
            [600, 330],
          ] as const,
          ([x, y]) => rect(x, y, 20, 26, p.honey),
        )
      : path(
          'M146 330C240 280 300 320 386 296V440H146ZM414 290C500 320 580 270 654 300V440H414Z',
          v === 2 ? p.paper : p.leaf,
        ) +
        (v === 2
          ? each(
              [
                [180, 100],
                [260, 160],
                [340, 90],
                [220, 240],
                [450, 110],
                [520, 190],
                [600, 120],
                [630, 240],
                [470, 250],
              ] as const,
              ([x, y]) => circle(x, y, 6, p.paper),
            )
          : '')
  return sheet(
    800,
    500,
    rect(0, 0, 800, 500, wall),
    rect(120, 30, 560, 410, p.paper, 6),
    rect(146, 56, 240, 384, v === 0 ? p.water : light.sky),
    rect(414, 56, 240, 384, v === 0 ? p.water : light.sky),
    view,
    path(
      'M146 56H230C250 180 210 330 146 400ZM654 56H570C550 180 590 330 654 400Z',
      pick([p.cream, p.terracotta, p.sage], v),
    ),
    rect(386, 56, 28, 384, p.paper),
    rect(70, 424, 660, 34, p.wood),
    rect(70, 424, 660, 10, '#98683f'),
    rect(0, 458, 800, 42, pick([p.peach, p.mist, p.cream], v)),
    at(
      pick([400, 300, 310], v),
      428,
      path('M-96 0C-112-110-60-170 0-170S112-110 96 0Z', coat[0]) +
        line('M92-8C150-6 176-40 168-84', coat[0], 24) +
        (v === 2 ? line('M160-50Q170-64 168-84', coat[1], 24) : '') +
        circle(0, -196, 74, coat[0]) +
        path('M-70-214-66-290-18-256ZM70-214 66-290 18-256Z', v === 2 ? coat[1] : coat[0]) +
        path('M-58-240-56-272-36-256ZM58-240 56-272 36-256Z', p.blush) +
        (v === 2
          ? path('M0-270C60-274 80-220 68-190 40-214 10-220 0-270Z', coat[1])
          : path('M-30-262h14v26h-14zM-7-268h14v32h-14zM16-262h14v26h-14z', coat[1]) +
            path('M-96-60q30 6 40 0v18q-20 6-42 2zM96-60q-30 6-40 0v18q20 6 42 2z', coat[1])) +
        (v === 1
          ? line('M-38-196q10 8 20 0M18-196q10 8 20 0', p.ink, 4)
          : ellipse(-28, -198, 9, 12, p.ink) +
            ellipse(28, -198, 9, 12, p.ink) +
            circle(-25, -202, 3, p.paper) +
            circle(31, -202, 3, p.paper)) +
        ellipse(0, -166, 30, 20, v === 2 ? p.paper : p.cream) +
        path('M-8-178H8L0-168Z', p.brick) +
        line('M0-168V-160M0-160q-10 8-18 2M0-160q10 8 18 2', p.ink, 3) +
        path('M-40 0C-44-70-30-120 0-120S44-70 40 0Z', coat[2]) +
        ellipse(-30, -4, 26, 13, coat[2]) +
        ellipse(30, -4, 26, 13, coat[2]) +
        rect(-50, -134, 100, 13, pick([p.brick, p.honey, p.deep], v), 6) +
        circle(0, -116, 10, p.honey),
    ),
    pot(pick([168, 640, 630], v), 424, 0.95, p.terracotta, [p.forest, p.leaf, p.grass]),
  )
}

export function hedgehog(v: number): string {
  const light = pick([lights.autumn, lights.night, lights.day], v)
  const spines = times(15, i => {
    const angle = Math.PI * (1.02 + i * 0.0655)
    const [cx, sy] = [Math.cos(angle), Math.sin(angle)]
    return line(
      `M${(cx * 96 - 16).toFixed(0)} ${(sy * 84 - 8).toFixed(0)}L${(cx * 128 - 26).toFixed(0)} ${(sy * 112 - 12).toFixed(0)}`,
      p.cocoa,
      12,
    )
  })
  const inner = each(
    [
      [-70, -40],
      [-40, -64],
      [-6, -74],
      [28, -62],
      [-56, -14],
      [-20, -34],
      [14, -38],
      [44, -30],
    ] as const,
    ([x, y]) => line(`M${x} ${y}l-9-14`, p.wood, 6),
  )
  const animal = (scale: number, x: number, y: number): string =>
    at(
      x,
      y,
      spines +
        path('M-122-2C-126-110 66-132 92-30 60-14 50 0 40 4Z', p.bark) +
        inner +
        path('M30 4C30-58 66-76 94-58 118-42 142-30 150-18 146-2 110 6 30 4Z', '#d8a97e') +
        circle(148, -20, 9, p.ink) +
        circle(98, -36, 6, p.ink) +
        circle(100, -38, 2, p.paper) +
        ellipse(58, -58, 15, 17, p.wood) +
        ellipse(-70, 4, 20, 9, '#d8a97e') +
        ellipse(30, 6, 20, 9, '#d8a97e') +
        ellipse(84, 6, 18, 8, '#d8a97e') +
        line('M118-10q10 6 18 0', p.cocoa, 3),
      scale,
    )
  const leaf = (x: number, y: number, turn: number, fill: string): string =>
    at(x, y, path('M-34 0Q0-24 34 0 0 24-34 0Z', fill) + line('M-40 0H26', p.bark, 3), 1, turn)
  const shroom = (x: number, y: number, s: number): string =>
    at(
      x,
      y,
      rect(-11, -44, 22, 46, p.cream, 8) +
        path('M-44-40C-40-86 40-86 44-40Z', p.brick) +
        circle(-16, -56, 6, p.paper) +
        circle(12, -62, 7, p.paper) +
        circle(26, -48, 4, p.paper),
      s,
    )
  return sheet(
    800,
    500,
    rect(0, 0, 800, 500, light.sky),
    v === 1 ? circle(650, 80, 36, p.moon) : circle(630, 90, 50, light.sun),
    path(
      'M0 240C60 150 130 240 200 180S340 190 400 220 540 150 620 200 740 170 800 220V500H0Z',
      v === 0 ? p.marigold : light.middle,
    ),
    path('M0 290C90 220 180 280 280 240S480 270 560 240 720 250 800 270V500H0Z', v === 0 ? '#b8864a' : light.meadow),
    path('M0 350C200 320 560 330 800 346V500H0Z', light.lawn),
    ellipse(400, 432, 220, 18, v === 1 ? '#153f35' : v === 0 ? '#7d8848' : '#437a4e'),
    v === 0
      ? each(
          [
            [130, 400, 20, p.terracotta],
            [230, 462, -30, p.brick],
            [600, 456, 14, p.honey],
            [690, 410, -20, p.terracotta],
            [420, 476, 40, p.brick],
            [80, 470, 0, p.honey],
            [720, 480, 8, p.brick],
          ] as const,
          ([x, y, t, c]) => leaf(x, y, t, c),
        )
      : each(
          [
            [90, 420],
            [180, 470],
            [680, 410],
            [620, 474],
            [740, 460],
            [330, 484],
          ] as const,
          ([x, y]) => grassTuft(x, y, v === 1 ? p.leaf : p.lime),
        ),
    animal(pick([1.35, 1.15, 1], v), pick([390, 430, 300], v), 424),
    v === 2
      ? animal(0.6, 540, 432) +
          animal(0.56, 660, 436) +
          each(
            [
              [60, 380],
              [120, 470],
              [730, 380],
              [480, 486],
            ] as const,
            ([x, y], i) => flower(x, y, 0.9, i % 2 ? p.paper : p.honey, p.marigold),
          )
      : '',
    v === 0 ? shroom(690, 380, 1) + shroom(736, 386, 0.7) : '',
    v === 1 ? at(170, 440, ellipse(0, 0, 60, 14, p.terracotta) + ellipse(0, -5, 46, 8, p.honey)) : '',
  )
}

export function bird(v: number): string {
  const light = pick([lights.winter, lights.day, lights.autumn], v)
  const coat = pick(
    [
      [p.wood, p.terracotta, p.cream],
      [p.deep, p.honey, p.paper],
      [p.ink, p.ink, p.ink],
    ] as const,
    v,
  )
  const body =
    line('M-60 20-132 66', coat[0], 26) +
    ellipse(0, 0, 84, 66, coat[0]) +
    circle(62, -52, 46, coat[0]) +
    path('M102-34C104 20 60 62 4 64-20 50 40-30 62-50Z', coat[1]) +
    (v === 1
      ? path('M28-66C40-104 96-100 106-66 80-72 50-72 28-66Z', '#2f6a72') + path('M44-50H106V-62H44Z', p.paper)
      : '') +
    path('M104-60 136-50 104-42Z', v === 2 ? p.marigold : p.ink) +
    circle(82, -60, 7, v === 2 ? p.honey : p.ink) +
    circle(84, -62, 2.4, v === 2 ? p.ink : p.paper) +
    path('M-70-10C-40-40 20-34 30-4 0 40-50 40-96 50Z', v === 1 ? '#2f6a72' : v === 2 ? '#33443c' : p.bark) +
    line('M6 62V92M30 60V92', p.ink, 6)
  const berries = each(
    [
      [470, 330],
      [510, 350],
      [548, 322],
      [590, 346],
      [640, 330],
    ] as const,
    ([x, y]) =>
      line(`M${x} ${y - 34}V${y}`, p.bark, 4) + circle(x, y, 12, p.brick) + circle(x - 16, y - 12, 11, p.terracotta),
  )
  const feeder = at(
    520,
    0,
    line('M60 0V96', p.ink, 4) +
      path('M-40 150 60 80 160 150Z', p.brick) +
      rect(-14, 150, 148, 110, p.wood) +
      rect(6, 170, 108, 70, p.cream) +
      path('M6 240V210Q60 190 114 214V240Z', p.marigold) +
      rect(-44, 258, 208, 18, p.bark, 4),
  )
  return sheet(
    800,
    500,
    rect(0, 0, 800, 500, light.sky),
    circle(pick([640, 150, 630], v), 100, 46, light.sun),
    v === 1 ? cloud(280, 110, 0.8) : '',
    v === 0
      ? mountains(light, 430) + path('M0 420C200 400 500 430 800 410V500H0Z', p.paper)
      : path('M0 320C120 260 260 320 400 280S680 280 800 310V500H0Z', light.middle) +
          path('M0 400C200 360 520 400 800 376V500H0Z', light.meadow),
    v === 1
      ? feeder +
          line('M0 400Q300 380 430 376', p.bark, 18) +
          line('M120 394 60 330M260 386 220 460', p.bark, 9) +
          each(
            [
              [56, 326],
              [90, 350],
              [216, 464],
              [240, 440],
              [150, 386],
              [330, 372],
            ] as const,
            ([x, y]) => ellipse(x, y, 24, 13, p.leaf),
          ) +
          at(270, 270, body, 1.15)
      : line('M800 250C660 300 500 330 340 356S90 380 0 430', p.bark, 22) +
          line('M620 306 560 220M430 340 400 420M180 378 130 320', p.bark, 10) +
          (v === 0
            ? line('M790 238C660 284 500 314 340 340', p.paper, 10) + line('M300 344Q200 356 130 374', p.paper, 9)
            : each(
                [
                  [560, 214],
                  [590, 250],
                  [398, 424],
                  [420, 396],
                  [128, 316],
                  [150, 344],
                  [690, 270],
                  [740, 250],
                ] as const,
                ([x, y], i) => ellipse(x, y, 26, 14, i % 2 ? p.terracotta : p.marigold),
              )) +
          berries +
          at(pick([310, 0, 330], v), pick([244, 0, 246], v), body, 1.15),
  )
}
