import {
  validatePlace,
  type InformationPlace,
  MAX_OPENING_LENGTH,
  MAX_PLACE_DESCRIPTION_LENGTH,
  type PlaceBody,
} from '@parvis/contract/information.ts'
import { MAX_NAME_LENGTH } from '@parvis/contract/profile.ts'
import { useState } from 'react'
import { formLanguages } from '#web/kernel/text/form-languages.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { Form } from '#web/ui/Form.tsx'
import { useFormErrors } from '#web/ui/use-form-errors.ts'
import edit from '../EditInformationView.module.css'

const textsOf = (place: Pick<InformationPlace, 'name' | 'openingTime' | 'description'> | undefined) => ({
  name: place?.name ?? '',
  openingTime: place?.openingTime ?? '',
  description: place?.description ?? '',
})

export interface PlaceDialogProps {
  /** Null for a new place. */
  place: InformationPlace | null
  isSaving: boolean
  saveError: unknown
  onSave: (body: PlaceBody) => void
  onClose: () => void
}

/**
 * Name, opening times and description of a place in both languages. Closing with unsaved changes needs a confirmation.
 */
export const PlaceDialog = ({ place, isSaving, saveError, onSave, onClose }: PlaceDialogProps) => {
  const { t, language, explain } = useText()
  const [editedLanguage, setEditedLanguage] = useState(language)
  const [kind, setKind] = useState(place?.kind ?? 'location')
  const [draft, setDraft] = useState({
    fr: textsOf(place ?? undefined),
    en: textsOf(place?.lang.en as InformationPlace | undefined),
  })
  const [touched, setTouched] = useState(false)
  const [isConfirmingClose, setIsConfirmingClose] = useState(false)
  const { error, submitCount, acceptInput } = useFormErrors(null)
  const texts = draft[editedLanguage]
  const markTouched = () => {
    setTouched(true)
    setIsConfirmingClose(false)
  }
  const update = (patch: Partial<typeof texts>) => {
    markTouched()
    setDraft({ ...draft, [editedLanguage]: { ...texts, ...patch } })
  }
  const close = () => {
    if (touched && !isConfirmingClose) setIsConfirmingClose(true)
    else onClose()
  }
  const submit = () => {
    const body = { ...draft.fr, lang: { en: draft.en }, kind }
    if (acceptInput(validatePlace(body))) onSave(body)
  }
  const field = { lang: editedLanguage, autoComplete: 'off' } as const
  return (
    <Dialog title={t(place ? 'information.form.place.change' : 'information.form.place.add')} onClose={close}>
      <Form className={edit.side} busy={isSaving} onSubmit={submit} inert={isSaving}>
        {error === null && saveError !== null && saveError !== undefined && (
          <Notice kind="danger" icon="circle-alert">
            {explain(saveError)}
          </Notice>
        )}
        <Segmented
          label={t('information.form.language')}
          value={editedLanguage}
          onChange={setEditedLanguage}
          options={formLanguages.map(value => ({ value, label: t(`common.language.${value}`) }))}
        />
        <Field
          {...field}
          label={t('information.form.place.name')}
          name="place-name"
          autoFocus
          maxLength={MAX_NAME_LENGTH}
          placeholder={draft[editedLanguage === 'fr' ? 'en' : 'fr'].name}
          value={texts.name}
          onChange={name => update({ name })}
          error={error === null ? null : explain(error)}
          submitCount={submitCount}
        />
        <Field
          {...field}
          label={t('information.form.openingTime')}
          name="place-opening"
          rows={2}
          maxLength={MAX_OPENING_LENGTH}
          value={texts.openingTime}
          onChange={openingTime => update({ openingTime })}
        />
        <Field
          {...field}
          label={t('information.form.place.words')}
          name="place-words"
          rows={2}
          maxLength={MAX_PLACE_DESCRIPTION_LENGTH}
          value={texts.description}
          onChange={description => update({ description })}
        />
        <Segmented
          label={t('information.form.place.kind')}
          value={kind}
          onChange={next => {
            markTouched()
            setKind(next)
          }}
          options={(['location', 'equipment'] as const).map(value => ({
            value,
            label: t(`information.form.place.kind.${value}`),
          }))}
        />
        {isConfirmingClose && (
          <Notice kind="danger" icon="triangle-alert">
            {t('information.form.place.leaving')}
          </Notice>
        )}
        <div className={edit.acts}>
          {isConfirmingClose && (
            <Button kind="danger" onClick={onClose}>
              {t('information.form.place.leave')}
            </Button>
          )}
          <Button type="submit" kind="primary" wide={!isConfirmingClose} busy={isSaving}>
            {t('information.form.save')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
