import { useText } from '#web/kernel/text/i18n.ts'
import { Segmented } from '#web/ui/Segmented.tsx'
import { FieldGroup } from './FieldGroup.tsx'
import type { FormOf } from './ProfileField.tsx'

export const GenderChoice = ({ form }: { form: Pick<FormOf<{ gender: 'M' | 'F' | null }>, 'draft' | 'change'> }) => {
  const { t } = useText()
  return (
    <FieldGroup>
      <b aria-hidden="true">{t('entry.gender')}</b>
      <Segmented
        label={t('entry.gender')}
        options={(['none', 'F', 'M'] as const).map(value => ({ value, label: t(`entry.gender.${value}`) }))}
        value={form.draft.gender ?? 'none'}
        onChange={gender => form.change({ gender: gender === 'none' ? null : gender })}
      />
      <small>{t('entry.gender.why')}</small>
    </FieldGroup>
  )
}
