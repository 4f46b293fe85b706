import { MAX_USEFUL_NUMBERS, usefulNumberKinds } from '@parvis/contract/information.ts'
import type { Language } from '@parvis/contract/language.ts'
import { MAX_NAME_LENGTH } from '@parvis/contract/profile.ts'
import { MAX_PHONE_LENGTH } from '@parvis/contract/deal-fields.ts'
import { useRef } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/Field.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Select } from '#web/ui/Select.tsx'
import typography from '#web/ui/typography.module.css'
import edit from '../EditInformationView.module.css'
import { fieldOfNumber, type NumberDraft } from '../information-draft.ts'
import css from './NumbersFields.module.css'

export interface UsefulNumbersFieldsProps {
  numbers: NumberDraft[]
  language: Language
  onChange: (numbers: NumberDraft[]) => void
  errorOf: (field: string) => string | null
  submitCount: number
}

/** Edits the useful numbers in one language. */
export const UsefulNumbersFields = ({
  numbers,
  language,
  onChange,
  errorOf,
  submitCount,
}: UsefulNumbersFieldsProps) => {
  const { t } = useText()
  const container = useRef<HTMLDivElement>(null)
  const update = (at: number, patch: Partial<NumberDraft>) =>
    onChange(numbers.map((number, n) => (n === at ? { ...number, ...patch } : number)))
  const add = () => {
    onChange([...numbers, { fr: '', en: '', phone: '', kind: 'other' }])
    requestAnimationFrame(() =>
      [...(container.current?.querySelectorAll<HTMLElement>('input[name^="number-name"]') ?? [])].at(-1)?.focus(),
    )
  }
  const remove = (at: number) => {
    onChange(numbers.filter((_, n) => n !== at))
    requestAnimationFrame(() => container.current?.querySelector<HTMLElement>('[data-add] button')?.focus())
  }
  const otherLanguage = language === 'fr' ? 'en' : 'fr'
  return (
    <Card as="section" aria-labelledby="usefulnumbers" className={edit.card}>
      <h2 id="usefulnumbers" className={edit.title}>
        {t('information.form.numbers')}
      </h2>
      <p className={typography.meta}>{t('information.form.numbers.lead')}</p>
      <div ref={container} className={css.numbers}>
        {numbers.map((number, at) => (
          <fieldset
            // The index is the key, because phone numbers have no id before they are stored.
            key={at}
            className={css.number}
          >
            <legend className={typography.hidden}>{t('information.form.number', { at: at + 1 })}</legend>
            <Field
              label={t('information.form.number.name')}
              name={`number-name-${at}`}
              lang={language}
              autoComplete="off"
              maxLength={MAX_NAME_LENGTH}
              placeholder={number[otherLanguage]}
              value={number[language]}
              onChange={name => update(at, { [language]: name })}
              error={errorOf(fieldOfNumber(numbers, at, 'name'))}
              submitCount={submitCount}
            />
            <div className={css.pair}>
              <Field
                label={t('information.form.number.phone')}
                name={`number-phone-${at}`}
                type="tel"
                inputMode="tel"
                autoComplete="off"
                maxLength={MAX_PHONE_LENGTH}
                value={number.phone}
                onChange={phone => update(at, { phone })}
                error={errorOf(fieldOfNumber(numbers, at, 'phone'))}
                submitCount={submitCount}
              />
              <Select
                label={t('information.form.number.kind')}
                name={`number-kind-${at}`}
                value={number.kind}
                options={usefulNumberKinds.map(value => ({ value, label: t(`information.form.number.kind.${value}`) }))}
                onChange={kind => update(at, { kind })}
              />
            </div>
            <div className={css.remove}>
              <IconButton
                icon="x"
                label={t('information.form.number.remove', { at: at + 1 })}
                onClick={() => remove(at)}
              />
            </div>
          </fieldset>
        ))}
        {numbers.length < MAX_USEFUL_NUMBERS && (
          <div data-add>
            <Button size="s" icon="plus" onClick={add}>
              {t('information.form.number.add')}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}
