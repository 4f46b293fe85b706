import { at, circle, each, ellipse, faint, line, path, pick, rect, sheet, times } from '../ink.ts'
import { stars, tree } from '../nature.ts'
import { lights, palette as p, skins } from '../palette.ts'

const meadow =
  path('M0 170C120 130 300 150 440 160V250H0Z', p.grass) + path('M0 210C140 186 320 206 440 196V250H0Z', p.leaf)

const rabbit =
  rect(0, 0, 440, 250, p.sky) +
  circle(372, 52, 26, p.honey) +
  meadow +
  at(
    200,
    200,
    ellipse(-18, -128, 13, 44, p.pebble) +
      ellipse(22, -128, 13, 44, p.pebble) +
      ellipse(-18, -124, 6, 30, p.blush) +
      ellipse(22, -124, 6, 30, p.blush) +
      ellipse(0, 0, 62, 56, p.pebble) +
      ellipse(0, 12, 40, 38, p.mist) +
      circle(2, -66, 40, p.pebble) +
      ellipse(-36, 44, 26, 12, p.pebble) +
      ellipse(36, 44, 26, 12, p.pebble) +
      circle(-12, -74, 5, p.ink) +
      circle(18, -74, 5, p.ink) +
      path('M-4-60H10L3-52Z', p.brick) +
      rect(-4, -50, 14, 12, p.paper, 3),
  )

const dragon =
  rect(0, 0, 440, 250, p.apricot) +
  circle(90, 70, 34, p.paper) +
  path('M0 200 90 110 160 180 250 90 340 190 440 130V250H0Z', p.plum) +
  at(
    230,
    110,
    path('M10 0C-40-90-120-84-170-40-130-46-120-20-108-2-88-22-66-10-60 10-40-6-16 0 10 20Z', p.rust) +
      path('M20 0C70-90 140-84 180-44 144-46 134-20 124 0 104-20 84-10 76 10 56-4 40 4 20 20Z', p.brick) +
      path('M-96 44C-50 54-30 10 8 4 40-2 60-10 72-34L112-44 106-20C86-10 84 26 40 34 0 42-30 74-96 44Z', p.brick) +
      path('M-96 44-126 22-118 58Z', p.rust) +
      path('M76-32 70-56 90-40Z', p.rust) +
      circle(94, -32, 4, p.paper),
  )

const sheep =
  rect(0, 0, 440, 250, p.frost) +
  circle(70, 60, 26, p.paper) +
  meadow +
  at(
    220,
    160,
    line('M-44 40V74M-18 44V76M24 44V76M50 40V74', p.ink, 11) +
      times(9, i => circle(Math.cos(i * 0.698) * 58, Math.sin(i * 0.698) * 32, 30, p.paper)) +
      ellipse(0, 0, 66, 40, p.paper) +
      ellipse(84, -24, 26, 34, p.ink) +
      ellipse(62, -40, 18, 8, p.ink) +
      circle(84, -54, 18, p.paper) +
      circle(92, -30, 5, p.paper),
  )

/** A sheet between two trees and a film on it. */
export function openAirFilm(v: number): string {
  const light = lights.night
  const heads = pick(
    [
      [0, 2, 4, 1, 3, 0, 5],
      [3, 1, 0, 5, 2, 4, 1],
      [5, 0, 3, 2, 1, 4, 0],
    ] as const,
    v,
  )
  return sheet(
    800,
    500,
    rect(0, 0, 800, 500, light.sky),
    stars([
      [50, 50],
      [150, 30],
      [120, 130],
      [660, 40],
      [740, 110],
      [700, 190],
      [400, 34],
    ]),
    path('M0 330C160 290 620 290 800 320V500H0Z', light.meadow),
    tree(80, 380, 1.5, light.crown, light.crownLight),
    tree(730, 380, 1.5, light.crown, light.crownLight),
    line('M120 80 180 70M680 80 620 70', p.sand, 4),
    faint(0.16, path('M400 470 160 60H640Z', p.paper)),
    rect(168, 58, 464, 274, p.paper, 4),
    at(180, 70, pick([rabbit, dragon, sheep], v)),
    line('M176 332V372M624 332V372', p.wood, 9),
    path('M0 430C200 400 600 400 800 430V500H0Z', light.lawn),
    each(heads, (dye, i) =>
      at(
        70 + i * 110,
        474 + (i % 2) * 12,
        path(
          'M-46 60C-46-8-28-16 0-16S46-8 46 60Z',
          [p.deep, p.terracotta, p.forest, p.honey, p.plum, p.steel][dye] ?? p.deep,
        ) +
          rect(-9, -34, 18, 26, skins[dye] ?? p.blush, 5) +
          circle(0, -48, 25, [p.cocoa, p.ink, p.stone, p.brick, p.ink, p.honey][(dye + v) % 6] ?? p.ink) +
          (i % 3 === 1
            ? circle(0, -78, 11, [p.cocoa, p.ink, p.stone, p.brick, p.ink, p.honey][(dye + v) % 6] ?? p.ink)
            : ''),
      ),
    ),
  )
}
