import { at, circle, each, ellipse, faint, line, path, pick, rect, sheet, times } from '../ink.ts'
import { backdrop, cloud, mountains, pine, tree } from '../nature.ts'
import { figure } from '../people.ts'
import { lights, palette as p, skins } from '../palette.ts'

export function lake(v: number): string {
  const light = pick([lights.day, lights.evening, lights.winter], v)
  const hull = pick([p.terracotta, p.paper, p.deep], v)
  const sail = pick([p.blush, p.terracotta, p.honey], v)
  const boat =
    path('M0 0V-118L62-8Z', v === 1 ? p.cream : p.paper) +
    path('M-8-4V-92L-46-8Z', sail) +
    path('M-58 6H74L56 30H-40Z', hull) +
    line('M0 6V-122', p.ink, 4)
  const second = v === 1 ? at(600, 338, boat, 0.5) : ''
  const swans =
    v === 2
      ? each(
          [
            [560, 392],
            [640, 410],
          ] as const,
          ([x, y]) =>
            at(
              x,
              y,
              ellipse(0, 0, 28, 12, p.paper) +
                line('M22-4Q38-14 30-34', p.paper, 8) +
                circle(32, -36, 7, p.paper) +
                path('M38-38 50-33 38-32Z', p.marigold),
            ),
        )
      : ''
  return sheet(
    800,
    500,
    backdrop(
      light,
      300,
      pick(
        [
          [600, 118, 46],
          [470, 226, 62],
          [180, 84, 38],
        ] as const,
        v,
      ) as [number, number, number],
    ),
    v === 2 ? cloud(620, 90, 1) : '',
    mountains(light),
    path('M0 304C120 280 200 296 280 300H0ZM520 302C620 288 720 270 800 262V304Z', light.near),
    rect(0, 300, 800, 200, light.waterDeep),
    path('M0 300H800V330C600 344 300 322 0 338Z', light.water),
    path('M0 420C200 400 420 440 800 408V500H0Z', light.waterDark),
    v === 1 ? line('M430 322H520M400 344H550M440 366H500', p.honey, 6) : '',
    faint(0.7, line('M90 366H190M250 392H330M480 362H540M600 386H720M380 350H420', light.glint, 4)),
    second,
    at(pick([400, 250, 330], v), pick([372, 390, 366], v), boat),
    swans,
    path('M0 500V440C60 420 150 440 210 500Z', v === 2 ? p.snow : p.pine),
    pine(52, 468, 0.9, p.pine, v === 2),
    pine(124, 486, 0.62, p.forest, v === 2),
    at(
      640,
      436,
      rect(0, 0, 190, 12, p.wood) +
        (v === 2 ? rect(0, -5, 190, 7, p.paper) : '') +
        each([10, 60, 110, 160], x => rect(x, 8, 9, 60, p.bark)),
    ),
  )
}

export function pontoon(v: number): string {
  const light = pick([lights.day, lights.evening, lights.autumn], v)
  const planks = times(7, i => {
    const y = 170 + i * 28 + i * i * 3.6
    const t = (y - 150) / 350
    return line(`M${(331 - t * 130).toFixed(0)} ${y.toFixed(0)}H${(469 + t * 170).toFixed(0)}`, p.bark, 3 + i * 0.6)
  })
  const towel = pick(
    [
      [p.terracotta, p.paper],
      [p.deep, p.cream],
      [p.leaf, p.honey],
    ] as const,
    v,
  )
  const swimmer =
    circle(0, 0, 17, pick(skins, v * 2 + 3)) +
    path('M-18-2a18 18 0 0 1 36 0q-18-8-36 0z', p.ink) +
    line('M-34 24q34-14 68 0M-60 34q20-8 40 0M20 34q20-8 40 0', light.glint, 5)
  const duck =
    ellipse(0, 0, 26, 12, p.wood) +
    circle(22, -16, 10, p.forest) +
    path('M30-18 42-13 30-12Z', p.marigold) +
    path('M-18-4Q0-14 12-2 0 8-18-4Z', p.bark)
  return sheet(
    800,
    500,
    rect(0, 0, 800, 130, light.sky),
    path('M0 0H800V70C620 110 420 40 0 90Z', v === 1 ? light.low : light.far),
    v === 1 ? circle(610, 70, 40, p.honey) : '',
    path('M0 60C160 100 300 70 460 92S700 70 800 96V130H0Z', v === 2 ? p.marigold : p.forest),
    v === 2 ? path('M0 84C120 70 260 108 420 96S700 90 800 108V130H0Z', p.leaf) : '',
    rect(0, 118, 800, 382, light.waterDeep),
    v === 1 ? line('M570 140H660M550 168H690M590 196H650', p.honey, 6) : '',
    faint(0.6, line('M80 180H200M640 230H740M60 300H120M680 350H760M90 420H180', light.glint, 5)),
    path('M0 380C120 360 160 420 230 500H0Z', light.waterDark),
    path('M330 150H470L640 500H200Z', p.wood),
    planks,
    line('M330 150V120M330 132H318M354 150V120M330 120H354M330 134H354', p.ink, 5),
    v === 2
      ? at(400, 220, figure(0, 40, 0.62, { skin: skins[1], hair: p.cocoa, top: p.brick, legs: p.deep, cut: 'long' }))
      : at(
          400,
          262,
          ellipse(0, 0, 34, 12, p.honey) + ellipse(0, -6, 17, 12, p.marigold) + rect(-17, -8, 34, 5, p.brick),
        ),
    at(
      340,
      330,
      path('M0 0H110L140 120H10Z', towel[0]) + path('M10 34H118L124 58H14ZM18 82H130L136 104H20Z', towel[1]),
    ),
    at(490, 300, path('M0 0H40L38 30H4Z', p.paper) + ellipse(20, 0, 20, 7, p.honey)),
    v === 0
      ? at(624, 268, swimmer)
      : v === 1
        ? at(180, 250, swimmer) + at(90, 330, swimmer, 0.8)
        : at(650, 290, duck, 1.3) + at(720, 330, duck) + at(600, 350, duck, 0.8),
  )
}

export function kayakHire(v: number): string {
  const light = pick([lights.day, lights.evening, lights.autumn], v)
  const paints = pick(
    [
      [p.terracotta, p.honey, p.deep],
      [p.deep, p.paper, p.brick],
      [p.leaf, p.marigold, p.terracotta],
    ] as const,
    v,
  )
  const kayak = (paint: string): string =>
    path('M-150 0Q0-36 150 0Q0 34-150 0Z', paint) +
    ellipse(0, -6, 36, 9, p.ink) +
    line('M-110-6H-64M64-6H110', p.paper, 5)
  const rider = at(
    0,
    -6,
    path('M-22 0C-24-46 24-46 22 0Z', p.marigold) +
      circle(0, -52, 16, pick(skins, v + 2)) +
      path('M-17-52C-18-76 18-76 17-52Z', p.ink) +
      line('M-70-44 70-12', p.bark, 6) +
      ellipse(-76, -46, 16, 8, p.paper) +
      ellipse(76, -10, 16, 8, p.paper),
  )
  return sheet(
    800,
    500,
    backdrop(light, 260, [pick([640, 150, 420], v), pick([80, 150, 80], v), 40]),
    mountains(light, 260),
    rect(0, 258, 800, 242, light.waterDeep),
    path('M0 258H800V284C560 300 260 276 0 292Z', light.water),
    faint(0.7, line('M420 312H520M640 300H720M120 306H180M560 344H640', light.glint, 4)),
    at(pick([560, 380, 590], v), pick([330, 350, 330], v), kayak(paints[1]) + rider, 0.66),
    v === 0 ? at(350, 300, kayak(paints[0]) + rider, 0.42) : '',
    v === 2 ? tree(40, 400, 1.15, p.terracotta, p.honey) + tree(280, 396, 0.8, p.marigold, p.honey) : '',
    path('M0 400C160 366 420 392 560 380S740 400 800 384V500H0Z', p.sand),
    path('M0 400C160 366 420 392 560 380S740 400 800 384V396C700 410 420 404 0 414Z', p.paper),
    at(
      160,
      430,
      rect(-100, -150, 170, 150, pick([p.water, p.blush, p.cream], v)) +
        path('M-124-150-15-214 94-150Z', pick([p.brick, p.brick, p.pine], v)) +
        rect(-78, -110, 78, 62, p.ink) +
        rect(-86, -52, 96, 12, p.wood) +
        rect(20, -106, 38, 106, p.bark) +
        circle(-40, -84, 14, pick(skins, v)) +
        path('M-54-86C-56-106-24-106-26-86Z', p.cocoa) +
        path('M-62-52C-60-74-20-74-18-52Z', p.marigold),
    ),
    at(
      520,
      430,
      line('M-100 50V-46M100 50V-46M-120-40H-80M80-40H120M-120 10H-80M80 10H120', p.bark, 9) +
        at(0, -52, kayak(paints[2])) +
        at(0, 0, kayak(paints[0])) +
        at(0, 50, kayak(paints[1])),
    ),
    at(
      706,
      452,
      line('M0 20V-110', p.bark, 7) +
        path('M-14-104H14L10-150H-10Z', paints[2]) +
        line('M26 20V-90', p.bark, 7) +
        path('M12-84H40L36-130H16Z', paints[0]),
    ),
  )
}
