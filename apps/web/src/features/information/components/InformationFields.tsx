import type { ReactNode } from 'react'
import type { Language } from '@parvis/contract/language.ts'
import { MAX_DESCRIPTION_LENGTH, MAX_OPENING_LENGTH } from '@parvis/contract/information.ts'
import { MAX_COMMUNITY_NAME_LENGTH } from '@parvis/contract/limits.ts'
import { MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH } from '@parvis/contract/profile.ts'
import { MAX_EMAIL_LENGTH } from '@parvis/contract/entry.ts'
import { MAX_PHONE_LENGTH, MAX_URL_LENGTH } from '@parvis/contract/deal-fields.ts'
import { fieldValue } from '#web/kernel/device/form-edits.ts'
import { formLanguages } from '#web/kernel/text/form-languages.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { Field, type FieldProps } from '#web/ui/Field.tsx'
import { FieldConflict } from '#web/ui/FieldConflict.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import edit from '../EditInformationView.module.css'
import type { InformationDraft, InformationField, InformationFormState, NumberDraft } from '../information-draft.ts'
import { LocationPicker, type LocationPickerProps } from './LocationPicker.tsx'

const MAX_ZIP_LENGTH = 20

/** Props that all fields of the information form receive. */
export interface InformationFieldProps {
  form: InformationFormState
  /** Fields that somebody else has changed meanwhile. */
  conflicts: readonly InformationField[]
  /** The language whose texts the form shows. */
  language: Language
  errorOf: (field: string) => string | null
  submitCount: number
}

interface FieldWithConflictProps {
  name: InformationField
  fieldProps: InformationFieldProps
  children: ReactNode
}

/** Shows the value that somebody else has saved meanwhile below a field. */
export const FieldWithConflict = ({ name, fieldProps, children }: FieldWithConflictProps) => {
  const { t } = useText()
  const { form, conflicts, language } = fieldProps
  const value = fieldValue(form.current, name)
  const words =
    name === 'numbers'
      ? (value as NumberDraft[])
          .map(number => `${number[language] || number.fr || number.en} ${number.phone}`)
          .join(', ')
      : String(value)
  const message =
    name === 'point'
      ? t('information.form.clash.moved')
      : t(words.trim() ? 'information.form.clash' : 'information.form.clash.emptied', { words })
  return (
    <FieldConflict
      savedText={conflicts.includes(name) ? message : null}
      keepMineLabel={t('information.form.clash.mine')}
      takeTheirsLabel={t('information.form.clash.theirs')}
      onKeepMine={() => form.keepMine(name)}
      onTakeTheirs={() => form.takeTheirs(name)}
    >
      {children}
    </FieldConflict>
  )
}

type TextFieldName = {
  [K in keyof InformationDraft]: InformationDraft[K] extends string ? K : never
}[keyof InformationDraft]

interface TextFieldProps extends Partial<Omit<FieldProps, 'name'>> {
  name: TextFieldName
  fieldProps: InformationFieldProps
}

const TextField = ({ name, fieldProps, ...more }: TextFieldProps) => {
  const { t } = useText()
  return (
    <FieldWithConflict name={name} fieldProps={fieldProps}>
      <Field
        label={t(`information.form.${name}`)}
        name={name}
        autoComplete="off"
        maxLength={MAX_NAME_LENGTH}
        value={fieldProps.form.draft[name]}
        onChange={value => fieldProps.form.change({ [name]: value })}
        error={fieldProps.errorOf(name)}
        submitCount={fieldProps.submitCount}
        {...more}
      />
    </FieldWithConflict>
  )
}

interface TextsCardProps {
  fieldProps: InformationFieldProps
  onLanguageChange: (language: Language) => void
}

/** Name, description and opening times of the community. */
export const TextsCard = ({ fieldProps, onLanguageChange }: TextsCardProps) => {
  const { t } = useText()
  const { language } = fieldProps
  const { draft, change } = fieldProps.form
  const texts = draft[language]
  return (
    <Card as="section" aria-labelledby="words" className={edit.card}>
      <h2 id="words" className={edit.title}>
        {t('information.form.words')}
      </h2>
      <TextField name="name" fieldProps={fieldProps} maxLength={MAX_COMMUNITY_NAME_LENGTH} />
      <Segmented
        label={t('information.form.language')}
        value={language}
        onChange={onLanguageChange}
        options={formLanguages.map(value => ({
          value,
          label: t(`common.language.${value}`),
          ...(draft[value].description.trim() &&
            draft[value].openingTime.trim() && { mark: t('information.form.written') }),
        }))}
      />
      <FieldWithConflict name={`${language}.description`} fieldProps={fieldProps}>
        <Field
          label={t('information.form.description')}
          name="description"
          lang={language}
          rows={2}
          maxLength={MAX_DESCRIPTION_LENGTH}
          value={texts.description}
          onChange={description => change({ [language]: { ...texts, description } })}
        />
      </FieldWithConflict>
      <FieldWithConflict name={`${language}.openingTime`} fieldProps={fieldProps}>
        <Field
          label={t('information.form.openingTime')}
          name="openingTime"
          lang={language}
          rows={3}
          maxLength={MAX_OPENING_LENGTH}
          hint={t('information.form.openingTime.hint')}
          value={texts.openingTime}
          onChange={openingTime => change({ [language]: { ...texts, openingTime } })}
        />
      </FieldWithConflict>
    </Card>
  )
}

export const ContactsCard = ({ fieldProps }: { fieldProps: InformationFieldProps }) => {
  const { t } = useText()
  return (
    <Card as="section" aria-labelledby="contacts" className={edit.card}>
      <h2 id="contacts" className={edit.title}>
        {t('information.form.contacts')}
      </h2>
      <div className={edit.pair}>
        <TextField name="phone" fieldProps={fieldProps} type="tel" inputMode="tel" maxLength={MAX_PHONE_LENGTH} />
        <TextField name="fax" fieldProps={fieldProps} type="tel" inputMode="tel" maxLength={MAX_PHONE_LENGTH} />
      </div>
      <TextField name="mail" fieldProps={fieldProps} type="email" maxLength={MAX_EMAIL_LENGTH} />
      <TextField
        name="webSiteUrl"
        fieldProps={fieldProps}
        inputMode="url"
        autoCapitalize="none"
        maxLength={MAX_URL_LENGTH}
      />
    </Card>
  )
}

interface AddressCardProps extends Pick<LocationPickerProps, 'initialCenter' | 'styleUrl'> {
  fieldProps: InformationFieldProps
}

/** Address and location of the community. */
export const AddressCard = ({ fieldProps, initialCenter, styleUrl }: AddressCardProps) => {
  const { t } = useText()
  const { draft, change } = fieldProps.form
  return (
    <Card as="section" aria-labelledby="place" className={edit.card}>
      <h2 id="place" className={edit.title}>
        {t('information.form.place')}
      </h2>
      <TextField name="address" fieldProps={fieldProps} maxLength={MAX_ADDRESS_LENGTH} />
      <div className={edit.pair}>
        <TextField name="zipCode" fieldProps={fieldProps} maxLength={MAX_ZIP_LENGTH} />
        <TextField name="city" fieldProps={fieldProps} />
      </div>
      <div className={edit.pair}>
        <TextField name="residence" fieldProps={fieldProps} />
        <TextField name="building" fieldProps={fieldProps} />
      </div>
      <TextField name="district" fieldProps={fieldProps} />
      <FieldWithConflict name="point" fieldProps={fieldProps}>
        <LocationPicker
          point={draft.point}
          initialCenter={initialCenter}
          styleUrl={styleUrl}
          onPointChange={point => change({ point })}
        />
      </FieldWithConflict>
    </Card>
  )
}
