import { at, circle, each, ellipse, faint, line, path, pick, rect, sheet, times } from '../ink.ts'
import { palette as p } from '../palette.ts'
import { pane } from '../town.ts'

function kitchen(v: number, wall: string, table: string, nightfall = v === 1): string {
  const shelf =
    rect(90, 120, 260, 12, p.wood) +
    each(
      [0, 1, 2, 3],
      i =>
        rect(
          110 + i * 58,
          76 - (i % 2) * 14,
          38,
          44 + (i % 2) * 14,
          [p.deep, p.terracotta, p.honey, p.leaf][(i + v) % 4] ?? p.deep,
          5,
        ) + rect(114 + i * 58, 66 - (i % 2) * 14, 30, 12, p.bark, 3),
    )
  return (
    rect(0, 0, 800, 500, wall) +
    (nightfall
      ? pane(480, 30, 200, 210, p.night) + circle(630, 90, 20, p.moon)
      : v > 0
        ? pane(480, 30, 200, 210, p.water)
        : at(
            580,
            0,
            rect(-2, 0, 4, 70, p.ink) +
              path('M-70 130C-60 60 60 60 70 130Z', p.terracotta) +
              ellipse(0, 130, 70, 10, p.honey),
          )) +
    shelf +
    rect(0, 330, 800, 170, table) +
    rect(0, 330, 800, 10, p.bark)
  )
}

export function cake(v: number): string {
  const wall = pick(['#d5e3dc', '#cfdedb', p.peach], v)
  const stand =
    ellipse(0, 4, 190, 26, p.paper) +
    path('M-24 10H24L40 70H-40Z', p.paper) +
    ellipse(0, 72, 80, 14, p.stone) +
    ellipse(0, 0, 176, 20, p.stone)
  const layer = pick(
    [
      rect(-140, -120, 280, 120, p.bark, 10) +
        rect(-140, -74, 280, 16, p.cream) +
        path(
          'M-140-96V-120Q-140-140-120-140H120Q140-140 140-120V-92Q120-66 104-96 84-50 60-96 36-70 16-96-10-56-34-96-60-66-84-98-110-60-140-96Z',
          p.blush,
        ) +
        each(
          [-100, -50, 0, 50, 100],
          x => circle(x, -148, 17, p.brick) + path(`M${x - 6}-166 ${x + 10}-176 ${x + 6}-160Z`, p.leaf),
        ),
      rect(-150, -70, 300, 70, p.honey, 12) +
        rect(-150, -40, 300, 12, p.paper) +
        rect(-108, -140, 216, 76, p.honey, 12) +
        rect(-108, -108, 216, 12, p.paper) +
        rect(-152, -80, 304, 20, p.paper, 10) +
        rect(-112, -150, 224, 22, p.paper, 10) +
        each(
          [-80, -40, 0, 40, 80],
          (x, i) =>
            rect(x - 5, -196, 10, 48, [p.terracotta, p.deep, p.leaf][i % 3] ?? p.deep, 3) +
            path(`M${x}-222q14 18 0 26-14-8 0-26Z`, p.marigold),
        ),
      path('M-172-50-146-10Q0 22 146-10L172-50Z', '#b9793f') +
        line('M-120-16-132-34M-80-6-86-26M-40 0-42-20M0 2V-18M40 0 42-20M80-6 86-26M120-16 132-34', '#a06632', 4) +
        ellipse(0, -52, 172, 44, '#d39a56') +
        ellipse(0, -54, 150, 35, p.honey) +
        times(12, i =>
          ellipse(
            Math.cos(i * 0.5236) * 112,
            -56 + Math.sin(i * 0.5236) * 24,
            25,
            10,
            i % 2 ? p.terracotta : p.marigold,
          ),
        ) +
        times(6, i =>
          ellipse(Math.cos(i * 1.047) * 50, -57 + Math.sin(i * 1.047) * 11, 19, 7, i % 2 ? p.marigold : p.terracotta),
        ) +
        circle(0, -57, 8, p.brick),
    ],
    v,
  )
  return sheet(
    800,
    500,
    kitchen(v, wall, pick([p.wood, '#c98f5f', p.wood], v), false),
    path('M120 372H690L760 470H40Z', pick([p.paper, p.water, p.cream], v)),
    v === 2 ? line('M60 440H740M96 404H710', p.terracotta, 6) : '',
    v === 1
      ? each(
          [
            [130, 60, p.terracotta],
            [700, 110, p.honey],
            [420, 50, p.leaf],
          ] as const,
          ([x, y, c]) =>
            line(`M${x} ${y + 40}q-10 50 6 110`, p.stone, 2.5) +
            ellipse(x, y, 34, 42, c) +
            path(`M${x - 7} ${y + 50}H${x + 7}L${x} ${y + 38}Z`, c),
        )
      : '',
    at(pick([380, 400, 360], v), 382, stand + layer, pick([1.1, 1.12, 1.2], v)),
    at(
      650,
      430,
      ellipse(0, 0, 70, 18, p.mist) +
        ellipse(0, -2, 50, 11, p.paper) +
        (v === 1
          ? ''
          : path('M-36-4 34-4 20-40Z', pick([p.bark, p.bark, p.marigold], v)) +
            path('M20-40-36-4-34-10 14-46Z', pick([p.blush, p.blush, p.terracotta], v))),
    ),
    at(
      150,
      430,
      rect(-34, -60, 56, 60, pick([p.deep, p.terracotta, p.leaf], v), 10) +
        line('M22-48q26 4 0 34', pick([p.deep, p.terracotta, p.leaf], v), 8) +
        ellipse(-6, -60, 28, 7, p.cocoa),
    ),
    line('M560 462 520 440', p.steel, 6),
  )
}

export function soup(v: number): string {
  const wall = pick(['#dbe4cf', p.peach, '#d5e0e4'], v)
  const bowl = pick(
    [
      [p.deep, p.marigold],
      [p.terracotta, p.leaf],
      [p.paper, p.brick],
    ] as const,
    v,
  )
  const steam = faint(
    0.75,
    line('M-50-150q-24-30 0-54t0-54M0-160q-24-30 0-54t0-60M50-150q-24-30 0-54t0-54', p.paper, 10),
  )
  const carrot = at(
    150,
    420,
    path('M-10-16 96 2-8 20Q-24 0-10-16Z', p.marigold) +
      line('M-14-6-50-22M-16 2-58 4M-14 8-48 28', p.leaf, 8) +
      line('M20-8V2M46-2V8', p.terracotta, 4),
  )
  const leek = at(150, 424, rect(0, -14, 96, 26, p.paper, 10) + path('M4-14-66-40-40-6-78 0-40 6-60 34 4 12Z', p.leaf))
  const pumpkin = at(
    150,
    430,
    ellipse(-34, -40, 44, 46, p.terracotta) +
      ellipse(34, -40, 44, 46, p.terracotta) +
      ellipse(0, -40, 38, 50, p.marigold) +
      line('M0-88 10-108', p.forest, 12),
  )
  return sheet(
    800,
    500,
    kitchen(v, wall, pick([p.wood, '#b9855a', '#c79a6b'], v)),
    ellipse(410, 440, 230, 34, pick([p.cream, p.honey, p.water], v)),
    ellipse(410, 440, 200, 26, pick([p.sand, p.cream, p.cream], v)),
    at(
      410,
      424,
      ellipse(0, 2, 90, 16, p.stone) +
        path('M-170-110C-160-10-90 8 0 8S160-10 170-110Z', bowl[0]) +
        ellipse(0, -110, 170, 34, v === 2 ? p.stone : p.cream) +
        ellipse(0, -108, 152, 26, bowl[1]) +
        line('M-50-110q34-14 60 0t60-4', p.cream, 7) +
        each(
          [
            [-90, -106],
            [96, -104],
            [40, -96],
            [-30, -94],
          ] as const,
          ([x, y]) => ellipse(x, y, 11, 6, v === 1 ? p.forest : p.leaf),
        ) +
        (v === 2 ? line('M-150-60Q0 4 150-60', p.deep, 10) : line('M-154-66Q0 0 154-66', p.paper, 8)) +
        steam,
    ),
    pick([pumpkin, leek, carrot], v),
    line('M612 452 720 388', p.stone, 10) + ellipse(612, 452, 26, 13, p.stone),
    at(
      660,
      420,
      path('M-50 0C-64-56 60-70 70-10 60 10-30 12-50 0Z', '#c48a52') +
        line('M-22-30-8-14M6-38 18-20M34-34 44-20', p.honey, 6),
      v === 1 ? 1 : 0.9,
    ),
  )
}

/** Polish dumplings on their plate. */
export function pierogi(v: number): string {
  const dough = pick(['#f6e6bf', '#e9c988', '#f3dfb0'], v)
  const edge = pick(['#dfc692', '#c99a55', '#d9bd84'], v)
  const one = (x: number, y: number, turn: number): string =>
    at(
      x,
      y,
      path('M-66 22C-66-46 66-46 66 22Q0 40-66 22Z', dough) +
        line('M-62 14C-56-40 56-40 62 14', edge, 6) +
        line('M-46 2-38 8M-26-16-21-7M0-22V-12M26-16 21-7M46 2 38 8', edge, 4) +
        line('M-30 14Q0 20 30 14', edge, 4),
      1.16,
      turn,
    )
  const herb = (x: number, y: number): string => ellipse(x, y, 10, 5, p.leaf) + ellipse(x + 12, y + 5, 8, 4, p.forest)
  const aside = pick(
    [
      ellipse(0, 0, 70, 20, p.stone) +
        path('M-70-30C-64 14 64 14 70-30Z', p.deep) +
        ellipse(0, -30, 70, 18, p.paper) +
        herb(-8, -32),
      ellipse(0, 4, 60, 12, p.stone) +
        circle(-6, -30, 40, p.plum) +
        line('M-6-68-20-104M-6-68 4-110M-6-68 24-98', p.leaf, 8),
      path('M-70 4C-84-60 64-76 78-4 60 16-40 18-70 4Z', '#c48a52') +
        line('M-34-34-16-12M0-44 16-20M34-38 48-18', p.honey, 6),
    ],
    v,
  )
  return sheet(
    800,
    500,
    kitchen(v, pick([p.peach, '#dbe4cf', '#d5e0e4'], v), pick(['#c79a6b', p.wood, '#b9855a'], v), false),
    path('M90 372H720L790 480H10Z', pick([p.cream, p.paper, p.water], v)),
    ellipse(470, 390, 280, 66, p.stone),
    ellipse(470, 380, 280, 66, p.paper),
    ellipse(470, 378, 224, 48, pick([p.water, p.cream, p.frost], v)),
    one(360, 334, -8) + one(476, 322, 4) + one(590, 338, 12),
    one(304, 374, -14) + one(420, 376, 2) + one(544, 380, -4) + one(648, 372, 16),
    herb(420, 330) + herb(500, 360) + herb(344, 364) + herb(596, 362),
    at(116, 400, aside, 1.1),
  )
}
