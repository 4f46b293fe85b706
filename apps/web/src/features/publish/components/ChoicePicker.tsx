import { textIn } from '@parvis/contract/language.ts'
import type { Choice } from '@parvis/contract/templates.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Chip, Chips } from '#web/ui/Chips.tsx'
import { FormSection } from '#web/ui/FormSection.tsx'

export interface ChoicePickerProps {
  choices: readonly Choice[]
  value: string | null
  onChange: (choiceId: string | null) => void
  error: string | null
}

/** Chooses one of the options of a template, or none. */
export const ChoicePicker = ({ choices, value, onChange, error }: ChoicePickerProps) => {
  const { t, language } = useText()
  return (
    <FormSection title={t('templates.choice')} note={t('templates.optional')} error={error}>
      <Chips label={t('templates.choice')} wrap>
        {choices.map(choice => (
          <Chip
            key={choice._id}
            kind="choice"
            selected={choice._id === value}
            onClick={() => onChange(choice._id === value ? null : choice._id)}
          >
            {textIn(language, choice, 'name')}
          </Chip>
        ))}
      </Chips>
    </FormSection>
  )
}
