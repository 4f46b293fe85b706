import type { ValidationError } from '@parvis/contract/errors.ts'
import { act, useEffect, useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/kernel/http/api.ts'
import { render, renderStandalone } from '#web/testing/render-standalone.tsx'
import { type FormSubmission, type SubmitOptions, useFormSubmission } from './use-form-submission.ts'

const missingTitle: ValidationError = { key: 'titlemandatory', field: 'title' }
const missingText: ValidationError = { key: 'descriptionmandatory', field: 'description' }
let form: FormSubmission
let setViolations: (violations: ValidationError[]) => void

const Form = ({ initial = [] }: { initial?: ValidationError[] }) => {
  const [violations, changeViolations] = useState(initial)
  const state = useFormSubmission(['title', 'description', 'files'], {
    findViolations: () => violations,
    explain: error => (error as Error).message,
  })
  useEffect(() => {
    form = state
  })
  useEffect(() => {
    setViolations = changeViolations
  }, [])
  return null
}

renderStandalone()

const submit = (options: Partial<SubmitOptions> = {}) =>
  act(async () => {
    form.submitHandler({
      isBusy: false,
      findTooLong: () => undefined,
      onTextTooLong: () => {},
      send: () => sent++,
      ...options,
    })()
  })
let sent = 0
beforeEach(() => {
  sent = 0
})

test('a violated rule is shown beside its field until the form keeps it, and no rule broken since', async () => {
  await render(<Form initial={[missingTitle]} />)
  await submit()
  expect([form.errorOf('title'), form.formError, form.submitCount, sent]).toEqual(['titlemandatory', null, 1, 0])
  await act(async () => setViolations([missingText]))
  expect([form.errorOf('title'), form.errorOf('description')]).toEqual([null, null])
})

test('a form is sent if it is not busy and no text is too long', async () => {
  const onTextTooLong = vi.fn()
  await render(<Form />)
  await submit({ isBusy: true })
  await submit({ findTooLong: () => 'en', onTextTooLong })
  expect(onTextTooLong).toHaveBeenCalledExactlyOnceWith('en')
  expect(sent).toBe(0)
  await submit({ findTooLong: () => undefined, onTextTooLong })
  expect(sent).toBe(1)
})

test('an error of the request is shown beside the field that it is about, any other error above the form', async () => {
  await render(<Form />)
  await act(async () => form.showFailure(new ApiError('unsupportedmedia', 415, { field: 'files' })))
  expect([form.errorOf('files', 'photoUri'), form.formError]).toEqual(['unsupportedmedia', null])
  for (const error of [new ApiError('badrequest', 400, { field: 'unknown' }), new TypeError('broken')]) {
    await act(async () => form.showFailure(error))
    expect([form.errorOf('unknown'), form.formError]).toEqual([null, error.message])
  }
  await act(async () => form.clearErrors())
  expect([form.formError, form.submitCount]).toEqual([null, 3])
})
