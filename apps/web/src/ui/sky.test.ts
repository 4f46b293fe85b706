// @vitest-environment node
import { expect, test } from 'vitest'
import { skyOf } from './sky.ts'

test('skyOf returns the icon of a weather code by day or night, and clouds for an unknown code', () => {
  expect(skyOf('01d')).toEqual({ icon: 'sun', sky: 'sun' })
  expect(skyOf('01n')).toEqual({ icon: 'moon', sky: 'cloud' })
  expect(skyOf('50d').icon).toBe('cloud-fog')
  expect(skyOf('frogs').sky).toBe('cloud')
})
