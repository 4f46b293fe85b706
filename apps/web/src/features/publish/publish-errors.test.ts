// @vitest-environment node
import { expect, test } from 'vitest'
import { ApiError } from '#web/kernel/http/api.ts'
import { isDeleted, isTemplateGone } from './publish-errors.ts'

test('isDeleted is true only if the post itself is missing, not something that the post refers to', () => {
  expect(isDeleted(new ApiError('error404', 404))).toBe(true)
  expect(isDeleted(new ApiError('error404', 404, { field: 'channelsIds' }))).toBe(false)
  expect(isDeleted(new ApiError('forbidden', 403))).toBe(false)
})

test('isTemplateGone is true if the template or the deal is missing, not another thing that the post refers to', () => {
  expect(isTemplateGone(new ApiError('error404', 404))).toBe(true)
  expect(isTemplateGone(new ApiError('error404', 404, { field: 'goodDealId' }))).toBe(true)
  expect(isTemplateGone(new ApiError('error404', 404, { field: 'locationId' }))).toBe(false)
})
