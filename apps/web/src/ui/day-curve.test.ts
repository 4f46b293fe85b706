// @vitest-environment node
import { expect, test } from 'vitest'
import { dayCurve, degreeScaleOf } from './day-curve.ts'

test('dayCurve places each hour in a column of its own, and a warmer hour higher', () => {
  const { line, depths } = dayCurve([17, 22, 24, 21], 60)
  expect(line).toMatch(/^M50 \d+C\d+ \d+ \d+ \d+ 150 \d+C.* 250 \d+C.* 350 \d+$/)
  expect(depths.toSorted((a, b) => a! - b!)).toEqual([2, 1, 3, 0].map(n => depths[n]))
})

test('dayCurve places a temperature at the same height on two days that have the same scale', () => {
  const scale = degreeScaleOf([10, 30])
  const [cold, warm] = [dayCurve([10, 20, 20, 10], 76, scale), dayCurve([20, 30, 30, 20], 76, scale)]
  expect(cold.depths[1]).toBe(warm.depths[0])
  expect(Math.max(...(cold.depths as number[]))).toBeLessThan(1)
  expect(Math.min(...(warm.depths as number[]))).toBeGreaterThan(0)
})

test('dayCurve extends the curve horizontally to both edges, and skips unknown hours', () => {
  expect(dayCurve([10, 10, 10, 10], 76, { low: 8, high: 11 }).area).toMatch(/^M0 28L50 28.*L400 28V76H0Z$/)
  const { edgeToEdge, depths } = dayCurve([null, null, 13, 16], 76)
  expect(edgeToEdge).toMatch(/^M200 \d+L250 \d+C.* 350 \d+L400 \d+$/)
  expect(depths.map(depth => depth === null)).toEqual([true, true, false, false])
  expect(dayCurve([null, null, null, null], 76).edgeToEdge).toBe('')
})

test('dayCurve draws a line for a day of constant temperature', () =>
  expect(dayCurve([12, 12, 12, 12], 60).line).not.toContain('NaN'))
