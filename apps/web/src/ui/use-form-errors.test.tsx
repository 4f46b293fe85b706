import { act, useEffect } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { ApiError } from '#web/kernel/http/api.ts'
import { render, renderStandalone } from '#web/testing/render-standalone.tsx'
import { useFormErrors } from './use-form-errors.ts'

let form: ReturnType<typeof useFormErrors>
let firstFields: string[]

const Form = () => {
  const state = useFormErrors(['registerkey', 'photo'], {
    aliases: { files: 'photo' },
    onFirstErrorField: field => firstFields.push(field),
  })
  useEffect(() => {
    form = state
  })
  return null
}

renderStandalone()
beforeEach(async () => {
  firstFields = []
  await render(<Form />)
})

test('an error of a field is shown beside it, also under the name that the server gives it', async () => {
  await act(async () => form.showFailure(new ApiError('badneighborhoodkey', 401, { field: 'registerkey' })))
  expect([form.errorOf('registerkey') !== null, form.formError]).toEqual([true, null])
  await act(async () => form.showFailure(new ApiError('unsupportedmedia', 415, { field: 'files' })))
  expect([form.errorOf('photo') !== null, form.errorOf('registerkey')]).toEqual([true, null])
  expect([firstFields, form.submitCount]).toEqual([['registerkey', 'photo'], 2])
})

test('an error without a field, or of a field that the form does not have, is shown above the form', async () => {
  await act(async () => form.showFailure(new ApiError('baduserpassword', 401)))
  expect(form.formError).not.toBeNull()
  await act(async () => form.showInvalid({ key: 'missingemail', field: 'email' }))
  expect(form.formError).not.toBeNull()
  await act(async () => form.showInvalid({ field: null, text: 'Nobody can register here.' }))
  expect(form.formError).toBe('Nobody can register here.')
  expect(firstFields).toEqual([])
})

test('an edit removes the error of its field only, and a new submission removes all', async () => {
  await act(async () =>
    form.showInvalid({ key: 'missingkey', field: 'registerkey' }, { field: 'photo', text: 'No photo' }),
  )
  await act(async () => form.clearFieldErrors('registerkey'))
  expect([form.errorOf('registerkey'), form.errorOf('photo')]).toEqual([null, 'No photo'])
  await act(async () => form.clearErrors())
  expect(form.hasErrors).toBe(false)
})
