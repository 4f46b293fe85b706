import { at, circle, faint, line, path, pick, rect, sheet } from '../ink.ts'
import { backdrop, cloud, mountains, pine, stars, tree } from '../nature.ts'
import { figure } from '../people.ts'
import { lights, palette as p, skins } from '../palette.ts'

export function camping(v: number): string {
  const light = pick([lights.evening, lights.night, lights.day], v)
  const tent = pick(
    [
      [p.terracotta, p.brick],
      [p.marigold, p.terracotta],
      [p.deep, '#2f6a72'],
    ] as const,
    v,
  )
  const pines = v === 1 ? (['#143a33', '#1b4a40'] as const) : ([p.pine, p.forest] as const)
  return sheet(
    800,
    500,
    backdrop(light, 300, v === 0 ? [560, 190, 70] : v === 1 ? [620, 90, 34] : [170, 90, 40]),
    v === 1
      ? stars([
          [80, 50],
          [180, 110],
          [300, 60],
          [420, 120],
          [480, 40],
          [720, 60],
          [760, 140],
          [240, 150],
          [560, 130],
        ])
      : '',
    path('M0 260 120 190 240 250 380 170 520 262 660 200 800 256V360H0Z', light.middle),
    rect(0, 300, 800, 60, light.water),
    line('M470 326H640M520 344H600', light.glint, 5),
    path('M0 344C200 322 500 352 800 334V500H0Z', light.meadow === p.leaf ? p.leaf : light.meadow),
    path('M0 420C240 390 500 430 800 400V500H0Z', light.lawn),
    pine(80, 392, 1.9, pines[0]),
    pine(190, 372, 1.3, pines[1]),
    pine(720, 396, 2.1, pines[0]),
    pine(620, 366, 1.2, pines[1]),
    at(
      390,
      366,
      v === 2
        ? path('M-170 60C-160-110 130-110 150 60Z', tent[0]) +
            path('M-170 60C-160-110-40-110-30 60Z', tent[1]) +
            path('M-128 60C-124-50-70-50-66 60Z', p.ink) +
            rect(40, -30, 44, 34, p.haze, 8)
        : path('M-150 60 0-110 150 60Z', tent[0]) +
            path('M-150 60 0-110-40 60Z', tent[1]) +
            path('M-18 60 0-110 44 60Z', v === 1 ? p.honey : p.pine) +
            path('M0-110 44 60H70Z', v === 1 ? p.cream : p.honey),
    ),
    line('M238 428 200 446M542 428 580 446', p.ink, 3),
    at(
      560,
      420,
      rect(-44, 0, 88, 10, p.wood) +
        line('M-30 10-38 44M30 10 38 44', p.bark, 6) +
        rect(-22, -26, 22, 26, p.deep, 3) +
        rect(8, -16, 18, 16, p.paper, 3),
    ),
    v === 2
      ? figure(
          250,
          474,
          0.7,
          { skin: skins[4], hair: p.ink, top: p.honey, legs: p.steel, cut: 'curly' },
          {
            right: 'M28-146 62-176',
            hands: [
              [-44, -92],
              [66, -182],
            ],
          },
        )
      : at(
          250,
          452,
          (v === 1 ? faint(0.22, circle(0, -20, 90, p.honey)) : '') +
            path('M0-60C26-30 30-10 0 4-30-10-20-34 0-60Z', p.marigold) +
            path('M0-34C12-18 14-8 0 2-14-6-10-20 0-34Z', p.paper) +
            line('M-40 10 36 0M-36-2 40 10', p.bark, 10),
        ),
  )
}

export function sunsetMountain(v: number): string {
  const sky = pick(
    [
      ['#f4c59b', '#f0a98a', '#e08f74', '#a9727a', '#6d5a70', '#3f4457'],
      ['#f7e0bd', '#f3cfae', '#e9b795', '#b7a18f', '#7c9488', '#2b6a54'],
      ['#cfdcea', '#f1d3cf', '#e3b3b8', '#9a9fbd', '#6c7fa0', '#34506b'],
    ] as const,
    v,
  )
  const bird = (x: number, y: number): string =>
    line(`M${x - 14} ${y - 6}Q${x - 6} ${y - 12} ${x} ${y}Q${x + 6} ${y - 12} ${x + 14} ${y - 6}`, sky[5], 4)
  return sheet(
    800,
    500,
    rect(0, 0, 800, 500, sky[0]),
    rect(0, 150, 800, 350, sky[1]),
    circle(
      pick([420, 400, 560], v),
      pick([236, 190, 200], v),
      pick([74, 58, 48], v),
      pick([p.honey, p.paper, p.peach], v),
    ),
    path('M0 262 110 196 180 236 290 130 390 220 470 176 590 262 690 200 800 250V400H0Z', sky[2]),
    path('M262 157 290 130 330 166 306 176 290 162 274 174Z', p.paper),
    path('M0 320 130 250 240 312 360 236 500 330 640 262 800 326V500H0Z', sky[3]),
    path('M0 384C120 330 240 370 380 340S640 340 800 372V500H0Z', sky[4]),
    v === 2
      ? faint(0.75, path('M0 360C160 338 300 372 460 356S700 352 800 362V392C600 380 300 402 0 388Z', p.paper))
      : '',
    path('M0 448C140 400 300 430 460 436S700 410 800 420V500H0Z', sky[5]),
    v === 0
      ? pine(90, 440, 1, sky[5]) +
          pine(160, 446, 0.7, sky[5]) +
          pine(716, 440, 1.2, sky[5]) +
          bird(560, 120) +
          bird(600, 140)
      : '',
    v === 1
      ? at(
          600,
          432,
          rect(-70, -60, 140, 64, p.bark) +
            path('M-92-56 0-116 92-56Z', p.cocoa) +
            rect(-46, -42, 28, 26, p.honey) +
            rect(18, -42, 28, 26, p.honey),
        ) + pine(150, 446, 1.2, p.pine)
      : '',
    v === 2
      ? figure(250, 452, 0.62, { skin: skins[2], hair: p.terracotta, top: p.marigold, legs: p.night, cut: 'cap' }) +
          figure(310, 452, 0.6, { skin: skins[1], hair: p.cocoa, top: p.brick, legs: p.night, cut: 'pony' }) +
          pine(690, 440, 1.3, sky[5])
      : '',
  )
}

export function paragliders(v: number): string {
  const light = pick([lights.day, lights.evening, lights.winter], v)
  const wing = (x: number, y: number, scale: number, main: string, edge: string): string =>
    at(
      x,
      y,
      line('M-92 0 0 108M-46-22 0 108M46-22 0 108M92 0 0 108', p.steel, 1.6) +
        path('M-106 10C-90-52 90-52 106 10 60-18-60-18-106 10Z', main) +
        path('M-52-31C-20-42 20-42 52-31L38-10Q0-15-38-10Z', edge) +
        circle(0, 112, 9, p.ink) +
        path('M-12 146C-16 116 16 116 12 146Z', p.ink) +
        line('M2 140 20 150', p.ink, 7),
      scale,
    )
  const dyes = pick(
    [
      [p.terracotta, p.paper],
      [p.deep, p.honey],
      [p.brick, p.marigold],
    ] as const,
    v,
  )
  return sheet(
    800,
    500,
    rect(0, 0, 800, 500, light.sky),
    rect(0, 200, 800, 130, light.low),
    circle(pick([120, 660, 400], v), pick([90, 200, 80], v), pick([40, 56, 34], v), light.sun),
    v === 1 ? '' : cloud(pick([640, 0, 150], v), 130, 1) + cloud(pick([300, 0, 700], v), 200, 0.6),
    mountains(light, 350),
    rect(0, 350, 800, 150, light.waterDeep),
    path('M0 350H800V374C560 388 260 366 0 380Z', light.water),
    faint(0.6, line('M380 396H460M250 372H330M520 420H600', light.glint, 4)),
    path('M0 404C120 396 240 430 330 500H0Z', light.meadow),
    path('M560 500C640 440 720 430 800 424V500Z', light.lawn),
    pine(64, 456, 0.8, light.near, v === 2),
    pine(130, 480, 0.6, light.near, v === 2),
    pine(750, 470, 0.8, light.near, v === 2),
    wing(pick([520, 280, 430], v), pick([120, 110, 150], v), 1.35, dyes[0], dyes[1]),
    wing(pick([240, 590, 190], v), pick([190, 80, 110], v), 0.72, dyes[1] === p.paper ? p.honey : dyes[1], p.paper),
    wing(pick([690, 470, 680], v), pick([60, 240, 220], v), 0.5, p.leaf, p.honey),
    v === 0 ? at(200, 480, tree(0, 0, 0.3, p.leaf, p.grass)) : '',
    v === 1 ? pine(690, 484, 0.6, light.near) : '',
  )
}
