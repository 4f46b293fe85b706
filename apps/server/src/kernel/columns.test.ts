import { expect, test } from 'vitest'
import { columnsOf, pickFields } from './columns.ts'

const fields = { title: null, openingTime: null }

test('pickFields returns the named fields from their columns, and no other column', () => {
  const row = { title: 'Pizza', title_en: null, opening_time: 'Lundi', opening_time_en: 'Monday', secret: 'x' }
  expect(pickFields(row, fields, '')).toEqual({ title: 'Pizza', openingTime: 'Lundi' })
  expect(pickFields(row, fields, '_en')).toEqual({ title: null, openingTime: 'Monday' })
})

test('columnsOf returns the normalized column of each named field, and ignores other fields of the body', () => {
  const upperCase = (text: string | null | undefined, field: string) => text && `${field}: ${text.toUpperCase()}`
  expect(columnsOf({ openingTime: 'lundi', secret: 'x' }, fields, '_en', upperCase)).toEqual({
    title_en: undefined,
    opening_time_en: 'openingTime: LUNDI',
  })
})
