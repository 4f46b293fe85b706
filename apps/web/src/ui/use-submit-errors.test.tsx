import type { ValidationError } from '@parvis/contract/errors.ts'
import { act, useEffect } from 'react'
import { expect, test } from 'vitest'
import { ApiError } from '#web/kernel/http/api.ts'
import { render, renderStandalone } from '#web/testing/render-standalone.tsx'
import { type SubmitErrors, useSubmitErrors } from './use-submit-errors.ts'

const missingTitle: ValidationError = { key: 'titlemandatory', field: 'title' }
const missingText: ValidationError = { key: 'descriptionmandatory', field: 'description' }
let errors: SubmitErrors

const Form = ({ violations = [] }: { violations?: ValidationError[] }) => {
  const state = useSubmitErrors({
    hasField: field => ['title', 'description', 'files'].includes(field),
    findViolations: () => violations,
    explain: error => (error as Error).message,
  })
  useEffect(() => {
    errors = state
  })
  return null
}

renderStandalone()

test('a violated rule is shown beside its field until the form keeps it, and no rule broken since', async () => {
  await render(<Form violations={[missingTitle]} />)
  await act(async () => errors.showViolations([missingTitle]))
  expect([errors.errorOf('title'), errors.formError, errors.submitCount]).toEqual(['titlemandatory', null, 1])
  await render(<Form violations={[missingText]} />)
  expect([errors.errorOf('title'), errors.errorOf('description')]).toEqual([null, null])
})

test('an error of the request is shown beside the field that it is about, any other error above the form', async () => {
  await render(<Form />)
  await act(async () => errors.showError(new ApiError('unsupportedmedia', 415, { field: 'files' })))
  expect([errors.errorOf('files', 'photoUri'), errors.formError]).toEqual(['unsupportedmedia', null])
  for (const error of [new ApiError('badrequest', 400, { field: 'unknown' }), new TypeError('broken')]) {
    await act(async () => errors.showError(error))
    expect([errors.errorOf('unknown'), errors.formError]).toEqual([null, error.message])
  }
  await act(async () => errors.clearErrors())
  expect([errors.formError, errors.submitCount]).toEqual([null, 3])
})
