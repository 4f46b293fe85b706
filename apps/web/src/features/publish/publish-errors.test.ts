// @vitest-environment node
import { expect, test } from 'vitest'
import { ApiError } from '#web/kernel/http/api.ts'
import { isDeleted, postErrorOf, postErrorOfRule } from './publish-errors.ts'

test('an error is shown beside the field that caused it, any other error above the form', () => {
  expect(postErrorOfRule({ key: 'descriptionmandatory', field: 'description' })).toMatchObject({
    place: 'description',
    rule: 'descriptionmandatory',
    error: { key: 'descriptionmandatory' },
  })
  expect(postErrorOf(new ApiError('unsupportedmedia', 415, { field: 'files' })).place).toBe('photo')
  expect(postErrorOf(new ApiError('badrequest', 400, { field: 'photoUri' })).place).toBe('photo')
  expect(postErrorOf(new ApiError('toomanyrequests', 429)).place).toBe('form')
  expect(postErrorOf(new TypeError('x')).place).toBe('form')
})

test('isDeleted is true only if the post itself is missing, not something that the post refers to', () => {
  expect(isDeleted(new ApiError('error404', 404))).toBe(true)
  expect(isDeleted(new ApiError('error404', 404, { field: 'channelsIds' }))).toBe(false)
  expect(isDeleted(new ApiError('forbidden', 403))).toBe(false)
})
