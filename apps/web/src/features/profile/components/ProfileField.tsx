import {
  DATE_LENGTH,
  MAX_ADDRESS_LENGTH,
  MAX_FLOOR_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PSEUDO_LENGTH,
} from '@parvis/contract/profile.ts'
import type { ReactNode } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Field, type FieldProps } from '#web/ui/Field.tsx'
import { maskDate } from '../date-mask.ts'

const MAX_ZIP_LENGTH = 20
/** Longer than a valid apartment number, so that the error is shown and the input is not cut. */
const MAX_NUMBER_LENGTH = 20

/** A form with the fields of `D` and their errors. */
export interface FormOf<D> {
  draft: D
  change: (patch: Partial<D>) => void
  errorOf: (field: string) => string | null
  submitCount: number
  /** Shows below the control the conflicting value that was saved elsewhere, with a choice between both values. */
  withConflict?: (field: keyof D, control: ReactNode) => ReactNode
}

/** Autofill and maximum length of each single-line field. */
const fieldProps = {
  pseudo: { autoComplete: 'nickname', autoCapitalize: 'words', spellCheck: false, maxLength: MAX_PSEUDO_LENGTH },
  firstname: { autoComplete: 'given-name', maxLength: MAX_NAME_LENGTH },
  lastname: { autoComplete: 'family-name', maxLength: MAX_NAME_LENGTH },
  birthdate: { icon: 'cake', autoComplete: 'bday', inputMode: 'numeric', maxLength: DATE_LENGTH },
  address: { autoComplete: 'street-address', maxLength: MAX_ADDRESS_LENGTH },
  zipCode: { autoComplete: 'postal-code', maxLength: MAX_ZIP_LENGTH },
  city: { autoComplete: 'address-level2', maxLength: MAX_NAME_LENGTH },
  building: { autoComplete: 'address-line2', maxLength: MAX_NAME_LENGTH },
  floor: { inputMode: 'numeric', autoComplete: 'off' },
  apartmentNumber: { inputMode: 'numeric', autoComplete: 'off', maxLength: MAX_NUMBER_LENGTH },
} as const satisfies Record<string, Partial<FieldProps>>

type FieldName = keyof typeof fieldProps

/** Filters what is typed or pasted into a field. */
const masks: Partial<Record<FieldName, (typed: string, previous: string) => string>> = {
  birthdate: maskDate,
  floor: typed => typed.replace(/\D/g, '').slice(0, MAX_FLOOR_LENGTH),
}

export interface ProfileFieldProps<N extends FieldName> extends Pick<
  FieldProps,
  'placeholder' | 'onBlur' | 'verdict' | 'hint' | 'autoFocus'
> {
  form: FormOf<Record<N, string>>
  name: N
}

export const ProfileField = <N extends FieldName>({ form, name, ...more }: ProfileFieldProps<N>) => {
  const { t } = useText()
  const field = (
    <Field
      {...fieldProps[name]}
      {...more}
      label={t(`entry.${name}`)}
      name={name}
      value={form.draft[name]}
      onChange={typed => form.change({ [name]: masks[name]?.(typed, form.draft[name]) ?? typed } as Record<N, string>)}
      error={form.errorOf(name)}
      submitCount={form.submitCount}
    />
  )
  return form.withConflict?.(name, field) ?? field
}
