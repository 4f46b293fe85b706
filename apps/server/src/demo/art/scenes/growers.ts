import { at, circle, dots, each, ellipse, line, path, pick, rect, sheet, times } from '../ink.ts'
import { flower, pot } from '../nature.ts'
import { bust, figure } from '../people.ts'
import { lights, palette as p, skins } from '../palette.ts'
import { awning, chalkboard, pavement, shopDoor, upstairs } from '../town.ts'

function bouquet(places: ReadonlyArray<readonly [number, number]>, petal: string): string {
  const petals = places.flatMap(
    ([x, y]) =>
      [
        [x, y - 13],
        [x + 13, y - 4],
        [x + 8, y + 11],
        [x - 8, y + 11],
        [x - 13, y - 4],
      ] as Array<[number, number]>,
  )
  return dots(petals, 10.5, petal) + dots(places, 7, petal === p.honey || petal === p.marigold ? p.brick : p.honey)
}

export function florist(v: number): string {
  const front = pick(
    [
      [p.plum, '#6b4b61'],
      [p.sage, '#5f9187'],
      [p.pine, p.forest],
    ] as const,
    v,
  )
  const light = pick([lights.day, lights.evening, lights.day], v)
  const hues = pick(
    [
      [p.terracotta, p.paper, p.honey, p.blush],
      [p.lilac, p.paper, p.plum, p.honey],
      [p.brick, p.marigold, p.paper, p.terracotta],
    ] as const,
    v,
  )
  const bucket = (x: number, y: number, i: number): string =>
    at(
      x,
      y,
      line('M-16-50-24-96M0-50V-110M16-50 24-94', p.leaf, 6) +
        dots(
          [
            [-14, -66],
            [16, -68],
          ],
          20,
          i % 2 ? p.leaf : p.forest,
        ) +
        bouquet(
          [
            [-26, -94],
            [26, -92],
          ],
          pick(hues, i),
        ) +
        bouquet([[0, -118]], pick(hues, i + 1)) +
        bouquet([[0, -82]], pick(hues, i)) +
        path('M-28-54H28L22 0H-22Z', [p.stone, p.pebble, p.water][i % 3] ?? p.stone),
    )
  return sheet(
    800,
    500,
    upstairs(pick([p.cream, p.blush, p.peach], v), pick([p.sand, p.peach, p.blush], v), v === 1 ? p.honey : p.water),
    rect(60, 140, 680, 300, front[0]),
    rect(60, 140, 680, 56, front[1]),
    at(400, 168, flower(-60, 0, 1.2, hues[0]) + line('M-36 0H36', p.cream, 10) + flower(60, 0, 1.2, hues[0])),
    rect(96, 236, 380, 176, v === 1 ? '#f8dfa2' : '#dfe9dc'),
    shopDoor(520, 236, p.bark, light.glass),
    each([0, 1, 2, 3, 4], i =>
      at(
        132 + i * 76,
        320,
        i % 2
          ? line('M0 0V-40', p.leaf, 6) + circle(0, -46, 24, p.leaf) + circle(-10, -54, 9, hues[2])
          : path('M-16-6H16L12 22H-12Z', p.terracotta) + line('M0-6-16-50M0-6V-60M0-6 18-48', p.forest, 7),
      ),
    ),
    rect(96, 336, 380, 8, p.wood),
    awning(50, 750, 196, 250, 20, pick([p.blush, p.forest, p.terracotta], v)),
    pavement(440, p.stone, p.dune),
    rect(80, 430, 410, 14, p.wood),
    each([0, 1, 2, 3], i => bucket(138 + i * 98, 434, i)),
    each([0, 1, 2, 3], i => bucket(186 + i * 98, 492, i + 2)),
    v === 2
      ? figure(
          610,
          484,
          1.02,
          { skin: skins[3], hair: p.ink, top: p.honey, legs: p.deep, cut: 'bun' },
          {
            left: 'M-28-146-44-116-14-118',
            hands: [
              [-14, -120],
              [44, -92],
            ],
          },
        ) +
          at(
            590,
            372,
            circle(-10, -20, 16, p.leaf) +
              flower(-18, -30, 1, p.brick) +
              flower(4, -36, 1, p.honey) +
              path('M-16-16H12L0 30Z', p.cream),
          )
      : v === 0
        ? at(690, 488, chalkboard(0, 0, 0.9))
        : pot(720, 488, 1.3, p.deep, [p.leaf, p.forest, p.grass]),
  )
}

export function cheeseDairy(v: number): string {
  const wall = pick(['#d5e0e4', p.peach, '#dbe4cf'], v)
  const wheel = (x: number, y: number, w: number, rind: string): string =>
    rect(x, y - 38, w, 38, rind, 12) + rect(x, y - 38, w, 10, '#ffffff33', 5)
  const wedge = (x: number, y: number, s: number): string =>
    at(
      x,
      y,
      path('M-60 0 50-34V-4L-60 34Z', p.marigold) +
        path('M-60 0 50-34 70-18-40 16Z', p.honey) +
        path('M-40 16 70-18V8L-40 44-60 34V0Z', p.honey) +
        circle(-4, 20, 7, p.marigold) +
        circle(30, 4, 6, p.marigold) +
        circle(20, 20, 4, p.marigold),
      s,
    )
  const rinds = [p.dune, p.marigold, p.wood, p.honey]
  const cow = at(
    0,
    0,
    ellipse(0, 0, 78, 46, p.paper) +
      path('M-30-40C0-50 20-20-4 0-40 10-60-20-30-40ZM30 10C60-6 70 30 40 40Z', p.brick) +
      line('M-50 30V76M-26 36V76M34 36V76M56 26V76', p.paper, 15) +
      ellipse(92, -34, 30, 26, p.paper) +
      ellipse(110, -22, 20, 15, p.blush) +
      path('M72-56 60-74 84-62ZM108-58 122-74 118-52Z', p.brick) +
      circle(92, -38, 4, p.ink) +
      line('M-76-10Q-96 10-90 44', p.paper, 8),
  )
  if (v === 2) {
    return sheet(
      800,
      500,
      rect(0, 0, 800, 500, p.sky),
      circle(660, 90, 44, p.honey),
      path('M0 250 110 150 190 210 300 90 420 220 520 150 640 240 800 160V330H0Z', p.haze),
      path('M258 136 300 90 346 140 318 138 300 128 282 142Z', p.paper),
      path('M0 300C160 240 360 300 520 260S720 260 800 240V500H0Z', p.grass),
      at(
        200,
        330,
        rect(-110, -90, 220, 100, p.bark) +
          path('M-150-84 0-170 150-84Z', p.brick) +
          rect(-80, -62, 44, 40, p.cream) +
          rect(36, -62, 44, 40, p.cream) +
          rect(-20, -62, 40, 72, p.cocoa) +
          rect(-84, -22, 52, 10, p.terracotta) +
          rect(32, -22, 52, 10, p.terracotta),
      ),
      path('M0 360C240 320 560 360 800 330V500H0Z', p.leaf),
      at(600, 322, cow, 0.95),
      at(420, 284, cow, 0.36),
      path('M0 430H800V500H0Z', p.wood),
      rect(0, 424, 800, 12, p.bark),
      wheel(60, 430, 180, p.dune),
      wheel(78, 392, 144, p.marigold),
      wedge(360, 440, 1.1),
      at(
        452,
        430,
        path('M-30 0V-86L-16-104V-124H16V-104L30-86V0Z', p.pebble) +
          rect(-30, -70, 60, 8, p.steel) +
          rect(-18, -136, 36, 16, p.deep, 4),
        0.9,
      ),
      at(
        640,
        440,
        ellipse(0, 0, 90, 14, p.bark) + path('M-50-4C-50-54 50-54 50-4Z', p.cream) + path('M-20-6 40-30V-4Z', p.honey),
      ),
    )
  }
  return sheet(
    800,
    500,
    rect(0, 0, 800, 500, wall),
    v === 0 ? times(9, i => line(`M${i * 100} 0V250`, '#c6d4d9', 3)) + line('M0 84H800M0 168H800', '#c6d4d9', 3) : '',
    each(
      [0, 1],
      r =>
        rect(60, 110 + r * 100, pick([680, 300], v), 12, p.wood) +
        each(
          v === 0 ? [0, 1, 2, 3, 4] : [0, 1],
          i =>
            wheel(84 + i * 132, 110 + r * 100, 110, rinds[(i + r) % 4] ?? p.dune) +
            ((i + r) % 2 ? wheel(96 + i * 132, 72 + r * 100, 86, rinds[(i + r + 1) % 4] ?? p.dune) : ''),
        ),
    ),
    v === 1
      ? rect(440, 40, 290, 210, p.paper, 4) +
          rect(450, 50, 270, 190, p.sky) +
          path('M450 190 520 110 580 170 640 90 720 180V240H450Z', p.haze) +
          path('M450 210C540 180 620 210 720 190V240H450Z', p.grass)
      : '',
    bust(
      pick([520, 250], v),
      320,
      1.3,
      { skin: pick(skins, v * 4 + 1), hair: p.paper, top: pick([p.deep, p.terracotta], v), cut: 'cap' },
      p.paper,
    ),
    rect(0, 330, 800, 170, pick([p.wood, p.brick], v)),
    rect(0, 330, 800, 14, p.cream),
    rect(40, 372, 720, 110, pick(['#cfe0e2', p.peach], v), 6),
    rect(40, 424, 720, 6, p.paper),
    wheel(70, 424, 120, p.marigold),
    wedge(270, 400, 0.62),
    wedge(360, 404, 0.5),
    wheel(430, 424, 84, p.dune),
    each([560, 610, 660, 710], x => circle(x, 408, 17, x % 100 ? p.paper : p.cream)),
    each([80, 150, 220, 290], x => rect(x, 448, 54, 32, x % 20 ? p.cream : p.honey, 8)),
    wheel(380, 480, 130, p.wood),
    wedge(600, 458, 0.56),
    wedge(690, 460, 0.5),
    at(
      pick([170, 560], v),
      330,
      ellipse(0, 0, 96, 12, p.bark) +
        wheel(-80, -2, 160, p.honey) +
        (v === 0 ? wheel(-64, -38, 128, p.dune) : path('M-30-40 40-40 6-74Z', p.marigold)),
    ),
  )
}
