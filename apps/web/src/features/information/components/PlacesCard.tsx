import type { InformationPlace } from '@parvis/contract/information.ts'
import { textIn } from '@parvis/contract/language.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { stateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Confirm } from '#web/ui/Confirm.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { SkeletonCard } from '#web/ui/Skeleton.tsx'
import { FailedPart } from '#web/ui/Trouble.tsx'
import typography from '#web/ui/typography.module.css'
import edit from '../EditInformationView.module.css'
import { usePlaces } from '../information.mutations.ts'
import { placesQuery } from '../information.queries.ts'
import { PlaceDialog } from './PlaceDialog.tsx'

/** Edits the places that members can choose for a post and that the information page lists. */
export const PlacesCard = ({ communityId }: { communityId: string }) => {
  const { t, language } = useText()
  const query = useQuery(placesQuery(communityId))
  const state = stateOf(query)
  const { save, remove } = usePlaces(communityId)
  const [written, setWritten] = useState<InformationPlace | 'new' | null>(null)
  const [asked, setAsked] = useState<InformationPlace | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const nameOf = (place: InformationPlace) => textIn(language, place, 'name') ?? ''
  const places = query.data?.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), language))
  /** Moves the focus from a removed row to the next one, or else to the add button. */
  const goOn = (gone: InformationPlace) => {
    const next = places?.[places.findIndex(({ _id }) => _id === gone._id) + 1]
    const row = box.current?.querySelector(`[data-place="${gone._id}"]`)
    const { activeElement } = document
    if (activeElement === document.body || row?.contains(activeElement))
      box.current?.querySelector<HTMLElement>(next ? `[data-place="${next._id}"] button` : '[data-add] button')?.focus()
  }
  if (state === 'waiting') return <SkeletonCard photo={false} silent />
  return (
    <Card as="section" aria-labelledby="ownplaces" className={edit.card}>
      <h2 id="ownplaces" className={edit.title}>
        {t('information.form.places')}
      </h2>
      {state === 'failed' ? (
        <FailedPart text={t('information.form.places.failed')} onRetry={() => void query.refetch()} />
      ) : (
        <div ref={box} className={edit.through}>
          <p className={typography.meta}>
            {t(places?.length ? 'information.form.places.lead' : 'information.form.places.none')}
          </p>
          <ul className={edit.list}>
            {places?.map(place => (
              <li key={place._id} data-place={place._id}>
                <span dir="auto">
                  {nameOf(place)}
                  <small>{textIn(language, place, 'openingTime')}</small>
                </span>
                <IconButton
                  icon="pencil"
                  label={t('information.form.place.edit', { name: nameOf(place) })}
                  onClick={() => setWritten(place)}
                />
                <IconButton
                  icon="trash"
                  label={t('information.form.place.remove', { name: nameOf(place) })}
                  onClick={() => setAsked(place)}
                />
              </li>
            ))}
          </ul>
          <div data-add>
            <Button size="s" icon="plus" onClick={() => setWritten('new')}>
              {t('information.form.place.add')}
            </Button>
          </div>
        </div>
      )}
      {written && (
        <PlaceDialog
          place={written === 'new' ? null : written}
          busy={save.isPending}
          error={save.error}
          onSave={body =>
            save.mutate({ id: written === 'new' ? null : written._id, body }, { onSuccess: () => setWritten(null) })
          }
          onClose={() => {
            save.reset()
            setWritten(null)
          }}
        />
      )}
      {asked && (
        <Confirm
          title={t('information.form.place.remove', { name: nameOf(asked) })}
          text={t('information.form.place.remove.text')}
          yes={t('information.form.remove')}
          icon="trash"
          onYes={() => {
            remove.mutate(asked._id, { onSuccess: () => goOn(asked) })
            setAsked(null)
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  )
}
