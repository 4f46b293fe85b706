import { MAX_STATEMENT_LENGTH } from '@parvis/contract/moderation.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Field } from '#web/ui/Field.tsx'

export interface StatementFieldProps {
  name: string
  label: string
  hint?: string
  value: string
  onChange: (value: string) => void
  error: string | null
  submitCount: number
}

/** The number of remaining characters is shown when at most this many remain. */
const SHOW_REMAINING_BELOW = 200

/** Field for a reason or an appeal, which somebody else reads unchanged. */
export const StatementField = ({ hint, value, ...field }: StatementFieldProps) => {
  const { t } = useText()
  const remaining = MAX_STATEMENT_LENGTH - value.length
  return (
    <Field
      {...field}
      value={value}
      rows={4}
      maxLength={MAX_STATEMENT_LENGTH}
      hint={remaining <= SHOW_REMAINING_BELOW ? t('rules.left', { count: remaining }) : hint}
    />
  )
}
