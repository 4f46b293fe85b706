import { type Community, isSamePoint } from '@parvis/contract/community.ts'
import {
  checkInformation,
  type CommunityInformation,
  MAX_DESCRIPTION_LENGTH,
  MAX_OPENING_LENGTH,
} from '@parvis/contract/information.ts'
import type { Language } from '@parvis/contract/language.ts'
import { MAX_COMMUNITY_NAME_LENGTH } from '@parvis/contract/limits.ts'
import { MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH } from '@parvis/contract/profile.ts'
import { MAX_EMAIL_LENGTH } from '@parvis/contract/session.ts'
import { MAX_PHONE_LENGTH, MAX_URL_LENGTH } from '@parvis/contract/write-deals.ts'
import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { draftOwner, keepDraft, keptDraft } from '#web/kernel/device/drafts.ts'
import { ApiError } from '#web/kernel/http/api.ts'
import { useTown } from '#web/kernel/installation/use-town.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Acts } from '#web/ui/Acts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/Card.tsx'
import { askAboutClash } from '#web/ui/Clash.tsx'
import { Field, type FieldProps } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { useSayKept } from '#web/ui/use-say-kept.ts'
import edit from '../EditInformationView.module.css'
import type { EditInformationViewProps } from '../EditInformationView.tsx'
import { bodyOf, changesOf, draftOf, type InformationDraft, type InformationField } from '../information-draft.ts'
import { sendMap, useInformationChange } from '../information.mutations.ts'
import { useInformationForm } from '../use-information-form.ts'
import { InformationClash } from './InformationClash.tsx'
import { NumbersFields } from './NumbersFields.tsx'
import { PlaceMark } from './PlaceMark.tsx'

const MAX_ZIP_LENGTH = 20
const languages = ['fr', 'en'] as const satisfies Language[]

export interface InformationFormProps extends EditInformationViewProps {
  community: Community
  told: CommunityInformation
  /** Cards beside the form whose changes take effect at once. */
  aside: ReactNode
}

type Line = Exclude<
  { [K in InformationField]: InformationDraft[K] extends string ? K : never }[InformationField],
  `${string}.${string}`
>

/** Description, address, contact details and useful numbers of a community, saved together. */
export const InformationForm = ({ community, me, told, map, aside, onChanged }: InformationFormProps) => {
  const { t, language, explain } = useText()
  const id = useId()
  const stands = draftOf(community, told)
  const owner = draftOwner(me._id, community._id)
  const written = useInformationForm(owner, stands)
  const { draft, change } = written
  const town = useTown(draft)
  const save = useInformationChange(community._id, onChanged, written.forget)
  // While a save is in progress, differences are our own changes and no conflict.
  const clashes = save.isPending ? [] : written.clashes
  // Logging out clears the draft first, so that no notice appears then.
  useSayKept(() =>
    keptDraft('informationdrafts', owner)
      ? {
          text: t('information.form.kept'),
          label: t('information.form.discard'),
          discard: () => keepDraft('informationdrafts', owner, null),
        }
      : null,
  )
  const [writing, setWriting] = useState(language)
  const [trouble, setTrouble] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const field = trouble instanceof ApiError ? trouble.field : undefined
  const errorOf = (name: string) => (field === name ? explain(trouble) : null)
  const stumble = (error: unknown) => {
    setTrouble(error)
    setAttempt(last => last + 1)
  }

  const drawMap = async () => {
    const { styleUrl } = map
    if (!draft.point || !styleUrl || (told.mapPhoto && isSamePoint(draft.point, community.loc))) return
    // The texts are saved already; without a new picture the previous one remains.
    const { drawStaticMap } = await import('#web/ui/map/draw-static-map.ts')
    const picture = await drawStaticMap(draft.point, styleUrl, { withDot: true })
    if (picture) await sendMap(community._id, draft.point, picture)
    onChanged()
  }

  const askAbout = (field: InformationField) => {
    const spoken = languages.find(one => field.startsWith(`${one}.`))
    if (spoken) setWriting(spoken)
    askAboutClash()
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const broken = checkInformation(bodyOf(draft))
    if (broken) return stumble(new ApiError(broken.key, 400, broken))
    setTrouble(null)
    const [clash] = clashes
    if (clash) return askAbout(clash)
    save.mutate(changesOf(draft, stands), {
      onSuccess: () => {
        written.saved()
        showToast({ text: t('information.form.saved') })
        drawMap().catch(() => {})
      },
      onError: stumble,
    })
  }

  /** Shows the conflicting value of somebody else below a field. */
  const beside = (field: InformationField, control: ReactNode) => (
    <InformationClash
      theirs={clashes.includes(field) ? stands[field] : undefined}
      language={writing}
      onKeep={() => written.keepMine(field)}
      onTake={() => written.takeTheirs(field)}
    >
      {control}
    </InformationClash>
  )
  const line = (name: Line, more: Partial<FieldProps> = {}) =>
    beside(
      name,
      <Field
        label={t(`information.form.${name}`)}
        name={name}
        autoComplete="off"
        maxLength={MAX_NAME_LENGTH}
        value={draft[name]}
        onChange={value => change({ [name]: value })}
        error={errorOf(name)}
        attempt={attempt}
        {...more}
      />,
    )
  const [description, openingTime] = [`${writing}.description`, `${writing}.openingTime`] as const
  const isTold = field !== undefined
  const form = (
    <form id={id} onSubmit={submit} noValidate inert={save.isPending} aria-label={t('information.form.title')}>
      <div className={edit.side}>
        {written.restored && (
          <Notice
            kind="calm"
            icon="clock"
            action={
              <Button
                kind="quiet"
                size="s"
                onClick={() => {
                  written.discard()
                  document.getElementById('main')?.focus({ preventScroll: true })
                }}
              >
                {t('information.form.discard')}
              </Button>
            }
          >
            {t('information.form.restored')}
          </Notice>
        )}
        {trouble !== null && !isTold && (
          <Notice key={attempt} kind="danger" icon="circle-alert" pinned>
            {explain(trouble)}
          </Notice>
        )}
        <Card as="section" aria-labelledby="words" className={edit.card}>
          <h2 id="words" className={edit.title}>
            {t('information.form.words')}
          </h2>
          {line('name', { maxLength: MAX_COMMUNITY_NAME_LENGTH })}
          <Segmented
            label={t('information.form.language')}
            value={writing}
            onChange={setWriting}
            options={languages.map(value => ({
              value,
              label: t(`common.language.${value}`),
              ...(draft[`${value}.description`].trim() &&
                draft[`${value}.openingTime`].trim() && { mark: t('information.form.written') }),
            }))}
          />
          {beside(
            description,
            <Field
              label={t('information.form.description')}
              name="description"
              lang={writing}
              rows={2}
              maxLength={MAX_DESCRIPTION_LENGTH}
              value={draft[description]}
              onChange={text => change({ [description]: text })}
            />,
          )}
          {beside(
            openingTime,
            <Field
              label={t('information.form.openingTime')}
              name="openingTime"
              lang={writing}
              rows={3}
              maxLength={MAX_OPENING_LENGTH}
              hint={t('information.form.openingTime.hint')}
              value={draft[openingTime]}
              onChange={text => change({ [openingTime]: text })}
            />,
          )}
        </Card>
        <Card as="section" aria-labelledby="contacts" className={edit.card}>
          <h2 id="contacts" className={edit.title}>
            {t('information.form.contacts')}
          </h2>
          <div className={edit.pair}>
            {line('phone', { type: 'tel', inputMode: 'tel', maxLength: MAX_PHONE_LENGTH })}
            {line('fax', { type: 'tel', inputMode: 'tel', maxLength: MAX_PHONE_LENGTH })}
          </div>
          {line('mail', { type: 'email', maxLength: MAX_EMAIL_LENGTH })}
          {line('webSiteUrl', { inputMode: 'url', autoCapitalize: 'none', maxLength: MAX_URL_LENGTH })}
        </Card>
        <Card as="section" aria-labelledby="place" className={edit.card}>
          <h2 id="place" className={edit.title}>
            {t('information.form.place')}
          </h2>
          {line('address', { maxLength: MAX_ADDRESS_LENGTH })}
          <div className={edit.pair}>
            {line('zipCode', { maxLength: MAX_ZIP_LENGTH })}
            {line('city')}
          </div>
          <div className={edit.pair}>
            {line('residence')}
            {line('building')}
          </div>
          {line('district')}
          {beside(
            'point',
            <PlaceMark
              point={draft.point}
              start={town?.point ?? map.start}
              styleUrl={map.styleUrl}
              onMoved={point => change({ point })}
            />,
          )}
        </Card>
        {beside(
          'numbers',
          <NumbersFields
            numbers={draft.numbers}
            language={writing}
            onChange={numbers => change({ numbers })}
            errorOf={errorOf}
            attempt={attempt}
          />,
        )}
      </div>
    </form>
  )
  return (
    <>
      <div className={edit.container}>
        <div className={edit.columns}>
          {form}
          {aside}
        </div>
      </div>
      <Acts>
        <ButtonLink to="/$c/gestion" params={{ c: community.customUri }}>
          {t('information.form.cancel')}
        </ButtonLink>
        <Button type="submit" form={id} kind="primary" busy={save.isPending}>
          {t('information.form.save')}
        </Button>
      </Acts>
    </>
  )
}
