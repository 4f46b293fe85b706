import {
  checkPlace,
  type InformationPlace,
  MAX_OPENING_LENGTH,
  MAX_PLACE_WORDS_LENGTH,
  type PlaceBody,
} from '@parvis/contract/information.ts'
import type { Language } from '@parvis/contract/language.ts'
import { MAX_NAME_LENGTH } from '@parvis/contract/profile.ts'
import { useState, type FormEvent } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import edit from '../EditInformationView.module.css'

const languages = ['fr', 'en'] as const satisfies Language[]

const wordsOf = (place: Pick<InformationPlace, 'name' | 'openingTime' | 'description'> | undefined) => ({
  name: place?.name ?? '',
  openingTime: place?.openingTime ?? '',
  description: place?.description ?? '',
})

export interface PlaceDialogProps {
  /** Null for a new place. */
  place: InformationPlace | null
  busy: boolean
  error: unknown
  onSave: (body: PlaceBody) => void
  onClose: () => void
}

/**
 * Name, opening times and description of a place in both languages. Closing with unsaved changes needs a confirmation.
 */
export const PlaceDialog = ({ place, busy, error, onSave, onClose }: PlaceDialogProps) => {
  const { t, language, explain } = useText()
  const [writing, setWriting] = useState(language)
  const [kind, setKind] = useState(place?.kind ?? 'location')
  const [draft, setDraft] = useState({
    fr: wordsOf(place ?? undefined),
    en: wordsOf(place?.lang.en as InformationPlace | undefined),
  })
  const [touched, setTouched] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const [broken, setBroken] = useState<ApiError | null>(null)
  const [attempt, setAttempt] = useState(0)
  const words = draft[writing]
  const touch = () => {
    setTouched(true)
    setLeaving(false)
  }
  const write = (patch: Partial<typeof words>) => {
    touch()
    setDraft({ ...draft, [writing]: { ...words, ...patch } })
  }
  const close = () => {
    if (touched && !leaving) setLeaving(true)
    else onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const body = { ...draft.fr, lang: { en: draft.en }, kind }
    const found = checkPlace(body)
    setAttempt(attempt + 1)
    setBroken(found && new ApiError(found.key, 400, found))
    if (!found) onSave(body)
  }
  const field = { lang: writing, autoComplete: 'off' } as const
  return (
    <Dialog title={t(place ? 'information.form.place.change' : 'information.form.place.add')} onClose={close}>
      <form className={edit.side} onSubmit={submit} noValidate inert={busy}>
        {!broken && error !== null && error !== undefined && (
          <Notice kind="danger" icon="circle-alert">
            {explain(error)}
          </Notice>
        )}
        <Segmented
          label={t('information.form.language')}
          value={writing}
          onChange={setWriting}
          options={languages.map(value => ({ value, label: t(`common.language.${value}`) }))}
        />
        <Field
          {...field}
          label={t('information.form.place.name')}
          name="place-name"
          autoFocus
          maxLength={MAX_NAME_LENGTH}
          placeholder={draft[writing === 'fr' ? 'en' : 'fr'].name}
          value={words.name}
          onChange={name => write({ name })}
          error={broken && explain(broken)}
          attempt={attempt}
        />
        <Field
          {...field}
          label={t('information.form.openingTime')}
          name="place-opening"
          rows={2}
          maxLength={MAX_OPENING_LENGTH}
          value={words.openingTime}
          onChange={openingTime => write({ openingTime })}
        />
        <Field
          {...field}
          label={t('information.form.place.words')}
          name="place-words"
          rows={2}
          maxLength={MAX_PLACE_WORDS_LENGTH}
          value={words.description}
          onChange={description => write({ description })}
        />
        <Segmented
          label={t('information.form.place.kind')}
          value={kind}
          onChange={next => {
            touch()
            setKind(next)
          }}
          options={(['location', 'equipment'] as const).map(value => ({
            value,
            label: t(`information.form.place.kind.${value}`),
          }))}
        />
        {leaving && (
          <Notice kind="danger" icon="triangle-alert">
            {t('information.form.place.leaving')}
          </Notice>
        )}
        <div className={edit.acts}>
          {leaving && (
            <Button kind="danger" onClick={onClose}>
              {t('information.form.place.leave')}
            </Button>
          )}
          <Button type="submit" kind="primary" wide={!leaving} busy={busy}>
            {t('information.form.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
