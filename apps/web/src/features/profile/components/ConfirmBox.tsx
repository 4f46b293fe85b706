import type { ReactNode } from 'react'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import type { FormOf } from './ProfileField.tsx'

export interface ConfirmBoxProps<N extends 'confirmage' | 'confirmaddress'> {
  form: FormOf<Record<N, boolean>>
  name: N
  hint?: string | null
  children: ReactNode
}

/** A checkbox that must be ticked before the profile is saved. */
export const ConfirmBox = <N extends 'confirmage' | 'confirmaddress'>({
  form,
  name,
  hint,
  children,
}: ConfirmBoxProps<N>) => (
  <Checkbox
    name={name}
    checked={form.draft[name]}
    onChange={checked => form.change({ [name]: checked } as Record<N, boolean>)}
    error={form.errorOf(name)}
    submitCount={form.submitCount}
    hint={hint}
  >
    {children}
  </Checkbox>
)
