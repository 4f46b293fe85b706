import { expect, test } from 'vitest'
import { dayCurve, skyOf } from './sky.ts'

test('a warmer hour stands higher', () => {
  const heights = [...dayCurve([9, 19], 60).matchAll(/(\d+)(?=C|$)/g)].map(match => Number(match[0]))
  expect(heights).toHaveLength(2)
  expect(heights[1]).toBeLessThan(heights[0]!)
})

test('a day without change is drawn all the same', () => expect(dayCurve([12, 12, 12, 12], 60)).not.toContain('NaN'))

test('a code that nobody knows is drawn as clouds', () => {
  expect(skyOf('01d')).toEqual({ icon: 'sun', sky: 'sun' })
  expect(skyOf('01n')).toEqual({ icon: 'moon', sky: 'cloud' })
  expect(skyOf('50d').icon).toBe('cloud-fog')
  expect(skyOf('frogs').sky).toBe('cloud')
})
