import type { ReactNode } from 'react'
import type { Language } from '@parvis/contract/language.ts'
import { MAX_DESCRIPTION_LENGTH, MAX_OPENING_LENGTH } from '@parvis/contract/information.ts'
import { MAX_COMMUNITY_NAME_LENGTH } from '@parvis/contract/limits.ts'
import { MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH } from '@parvis/contract/profile.ts'
import { MAX_EMAIL_LENGTH } from '@parvis/contract/session.ts'
import { MAX_PHONE_LENGTH, MAX_URL_LENGTH } from '@parvis/contract/write-deals.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { Field, type FieldProps } from '#web/ui/Field.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import edit from '../EditInformationView.module.css'
import type { InformationDraft, InformationField } from '../information-draft.ts'
import type { InformationFormState } from '../use-information-form.ts'
import { InformationConflict } from './InformationConflict.tsx'
import { LocationPicker, type LocationPickerProps } from './LocationPicker.tsx'

const MAX_ZIP_LENGTH = 20
export const languages = ['fr', 'en'] as const satisfies Language[]

/** What all fields of the information form share. */
export interface InformationFieldProps {
  form: InformationFormState
  savedDraft: InformationDraft
  /** Fields that somebody else has changed meanwhile. */
  conflicts: readonly InformationField[]
  /** The language in which texts are edited. */
  language: Language
  errorOf: (field: string) => string | null
  attempt: number
}

interface FieldWithConflictProps {
  name: InformationField
  fields: InformationFieldProps
  children: ReactNode
}

/** Shows the conflicting value of somebody else below a field. */
export const FieldWithConflict = ({ name, fields, children }: FieldWithConflictProps) => (
  <InformationConflict
    theirs={fields.conflicts.includes(name) ? fields.savedDraft[name] : undefined}
    language={fields.language}
    onKeep={() => fields.form.keepMine(name)}
    onTake={() => fields.form.takeTheirs(name)}
  >
    {children}
  </InformationConflict>
)

type TextFieldName = Exclude<
  { [K in InformationField]: InformationDraft[K] extends string ? K : never }[InformationField],
  `${string}.${string}`
>

interface TextFieldProps extends Partial<Omit<FieldProps, 'name'>> {
  name: TextFieldName
  fields: InformationFieldProps
}

const TextField = ({ name, fields, ...more }: TextFieldProps) => {
  const { t } = useText()
  return (
    <FieldWithConflict name={name} fields={fields}>
      <Field
        label={t(`information.form.${name}`)}
        name={name}
        autoComplete="off"
        maxLength={MAX_NAME_LENGTH}
        value={fields.form.draft[name]}
        onChange={value => fields.form.change({ [name]: value })}
        error={fields.errorOf(name)}
        attempt={fields.attempt}
        {...more}
      />
    </FieldWithConflict>
  )
}

interface WordsCardProps {
  fields: InformationFieldProps
  onLanguage: (language: Language) => void
}

/** Name, description and opening times of the community. */
export const WordsCard = ({ fields, onLanguage }: WordsCardProps) => {
  const { t } = useText()
  const { language } = fields
  const { draft, change } = fields.form
  const [description, openingTime] = [`${language}.description`, `${language}.openingTime`] as const
  return (
    <Card as="section" aria-labelledby="words" className={edit.card}>
      <h2 id="words" className={edit.title}>
        {t('information.form.words')}
      </h2>
      <TextField name="name" fields={fields} maxLength={MAX_COMMUNITY_NAME_LENGTH} />
      <Segmented
        label={t('information.form.language')}
        value={language}
        onChange={onLanguage}
        options={languages.map(value => ({
          value,
          label: t(`common.language.${value}`),
          ...(draft[`${value}.description`].trim() &&
            draft[`${value}.openingTime`].trim() && { mark: t('information.form.written') }),
        }))}
      />
      <FieldWithConflict name={description} fields={fields}>
        <Field
          label={t('information.form.description')}
          name="description"
          lang={language}
          rows={2}
          maxLength={MAX_DESCRIPTION_LENGTH}
          value={draft[description]}
          onChange={text => change({ [description]: text })}
        />
      </FieldWithConflict>
      <FieldWithConflict name={openingTime} fields={fields}>
        <Field
          label={t('information.form.openingTime')}
          name="openingTime"
          lang={language}
          rows={3}
          maxLength={MAX_OPENING_LENGTH}
          hint={t('information.form.openingTime.hint')}
          value={draft[openingTime]}
          onChange={text => change({ [openingTime]: text })}
        />
      </FieldWithConflict>
    </Card>
  )
}

export const ContactsCard = ({ fields }: { fields: InformationFieldProps }) => {
  const { t } = useText()
  return (
    <Card as="section" aria-labelledby="contacts" className={edit.card}>
      <h2 id="contacts" className={edit.title}>
        {t('information.form.contacts')}
      </h2>
      <div className={edit.pair}>
        <TextField name="phone" fields={fields} type="tel" inputMode="tel" maxLength={MAX_PHONE_LENGTH} />
        <TextField name="fax" fields={fields} type="tel" inputMode="tel" maxLength={MAX_PHONE_LENGTH} />
      </div>
      <TextField name="mail" fields={fields} type="email" maxLength={MAX_EMAIL_LENGTH} />
      <TextField name="webSiteUrl" fields={fields} inputMode="url" autoCapitalize="none" maxLength={MAX_URL_LENGTH} />
    </Card>
  )
}

interface PlaceCardProps extends Pick<LocationPickerProps, 'start' | 'styleUrl'> {
  fields: InformationFieldProps
}

/** Address and location of the community. */
export const PlaceCard = ({ fields, start, styleUrl }: PlaceCardProps) => {
  const { t } = useText()
  const { draft, change } = fields.form
  return (
    <Card as="section" aria-labelledby="place" className={edit.card}>
      <h2 id="place" className={edit.title}>
        {t('information.form.place')}
      </h2>
      <TextField name="address" fields={fields} maxLength={MAX_ADDRESS_LENGTH} />
      <div className={edit.pair}>
        <TextField name="zipCode" fields={fields} maxLength={MAX_ZIP_LENGTH} />
        <TextField name="city" fields={fields} />
      </div>
      <div className={edit.pair}>
        <TextField name="residence" fields={fields} />
        <TextField name="building" fields={fields} />
      </div>
      <TextField name="district" fields={fields} />
      <FieldWithConflict name="point" fields={fields}>
        <LocationPicker point={draft.point} start={start} styleUrl={styleUrl} onMoved={point => change({ point })} />
      </FieldWithConflict>
    </Card>
  )
}
