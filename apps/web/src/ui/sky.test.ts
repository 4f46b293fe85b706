// @vitest-environment node
import { expect, test } from 'vitest'
import { skyOf } from './sky.ts'

test('skyOf returns clouds for an unknown weather code', () => {
  expect(skyOf('01d')).toEqual({ icon: 'sun', sky: 'sun' })
  expect(skyOf('01n')).toEqual({ icon: 'moon', sky: 'cloud' })
  expect(skyOf('50d').icon).toBe('cloud-fog')
  expect(skyOf('frogs').sky).toBe('cloud')
})
