import { MAX_COMMUNITY_NAME_LENGTH } from '@parvis/contract/limits.ts'
import { communityTypes, isSamePoint, type Point } from '@parvis/contract/community.ts'
import { MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH } from '@parvis/contract/profile.ts'
import { MAX_REGISTER_KEY_LENGTH } from '@parvis/contract/entry.ts'
import { isInvitationOnly, MAX_URI_LENGTH, signs, slugify, accessModes } from '@parvis/contract/setup.ts'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { MAX_PICKED_MB } from '#web/kernel/picture/prepare-photo.ts'
import { type Town, useTown } from '#web/kernel/installation/use-town.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { FileButton } from '#web/ui/FileButton.tsx'
import { communityTypeTiles } from '#web/ui/community-type-tiles.ts'
import { PlacePicker } from '#web/ui/map/PlacePicker.tsx'
import { RadioList } from '#web/ui/RadioList.tsx'
import { Tile } from '#web/ui/Tile.tsx'
import { signPictures } from '../signs.ts'
import { uriOfDraft } from '../setup-draft.ts'
import css from './PlaceStep.module.css'
import type { SetupForm } from '../setup-form.ts'

const MAX_ZIP_LENGTH = 20

export interface PlaceStepProps extends SetupForm {
  host: string
  map: {
    styleUrl: string | null | undefined
    start: Point
  }
  logo: string | null
  /** Last part of the key of the error text (`media.photo.…`) for the chosen picture; null without an error. */
  logoError: string | null
  freeKey: string
  onLogo: (file: File) => void
  onRemoveLogo: () => void
}

/** Second step: the name, type, location, picture and access mode of the first community. */
export const PlaceStep = (props: PlaceStepProps) => {
  const { draft, change, errorOf, submitCount, host } = props
  const { t } = useText()
  return (
    <>
      <Field
        label={t('setup.name')}
        name="name"
        autoComplete="organization"
        maxLength={MAX_COMMUNITY_NAME_LENGTH}
        value={draft.name}
        onChange={name => change({ name })}
        error={errorOf('name')}
        submitCount={submitCount}
      />
      <TypePicker {...props} />
      <LocationFields {...props} />
      <SignPicker {...props} />
      <AccessModePicker {...props} />
      <Field
        label={t('setup.uri')}
        name="customUri"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_URI_LENGTH}
        hint={`${host}/${uriOfDraft(draft) || '…'}`}
        value={uriOfDraft(draft)}
        onChange={typed => change({ uri: typed === slugify(draft.name) ? null : typed.toLowerCase() })}
        error={errorOf('uri')}
        submitCount={submitCount}
      />
    </>
  )
}

const TypePicker = ({ draft, change }: PlaceStepProps) => {
  const { t } = useText()
  const group = useId()
  return (
    <fieldset className={css.group}>
      <legend>{t('setup.kind')}</legend>
      <div className={css.kinds}>
        {communityTypes.map(type => (
          <label key={type} className={css.kind}>
            <input
              type="radio"
              name={group}
              value={type}
              checked={draft.type === type}
              onChange={() => change({ type })}
            />
            <Tile size="s" {...communityTypeTiles[type]} />
            <span>{t(`setup.kind.${type}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const LocationFields = ({ draft, change, map, errorOf, submitCount }: PlaceStepProps) => {
  const { t } = useText()
  const town = useTown(draft)
  const lastTownPoint = useRef<Point>(null)
  // The pin follows the centre of the town until the user moves the pin.
  const followTown = useEffectEvent(({ point }: Town) => {
    if (!draft.point || isSamePoint(draft.point, lastTownPoint.current)) change({ point })
    lastTownPoint.current = point
  })
  useEffect(() => {
    if (town) followTown(town)
  }, [town])
  return (
    <div className={css.where}>
      <Field
        label={t('setup.where')}
        name="address"
        icon="map-pin"
        autoComplete="street-address"
        maxLength={MAX_ADDRESS_LENGTH}
        value={draft.address}
        onChange={address => change({ address })}
        error={errorOf('address')}
        submitCount={submitCount}
      />
      <div className={css.pair}>
        <Field
          label={t('setup.zip')}
          name="zipCode"
          autoComplete="postal-code"
          maxLength={MAX_ZIP_LENGTH}
          value={draft.zipCode}
          onChange={zipCode => change({ zipCode })}
        />
        <Field
          label={t('setup.town')}
          name="city"
          autoComplete="address-level2"
          maxLength={MAX_NAME_LENGTH}
          value={draft.city}
          onChange={city => change({ city })}
        />
      </div>
      <PlacePicker
        label={t('setup.map')}
        styleUrl={map.styleUrl}
        value={draft.point}
        onPick={point => change({ point })}
        error={errorOf('point') && (draft.city.trim() && !town ? t('setup.town.unknown') : errorOf('point'))}
        submitCount={submitCount}
        initialPlace={town ?? { name: null, point: map.start }}
        picture={<img src={signPictures[draft.sign]} alt="" />}
      />
    </div>
  )
}

const SignPicker = ({ draft, change, logo, logoError, onLogo, onRemoveLogo }: PlaceStepProps) => {
  const { t } = useText()
  const group = useId()
  return (
    <fieldset className={css.group}>
      <legend>{t('setup.sign')}</legend>
      <div className={css.signs}>
        {signs.map(sign => (
          <label key={sign} className={css.sign}>
            <input
              type="radio"
              name={group}
              aria-label={t(`setup.sign.${sign}`)}
              checked={!logo && draft.sign === sign}
              onChange={() => {
                onRemoveLogo()
                change({ sign })
              }}
            />
            <img src={signPictures[sign]} alt="" />
          </label>
        ))}
        {logo && (
          <label className={css.sign}>
            <input type="radio" name={group} aria-label={t('setup.sign.mine')} checked readOnly />
            <img src={logo} alt="" />
          </label>
        )}
        <FileButton accept="image/*" icon="image-up" onPick={onLogo}>
          {t('setup.sign.own')}
        </FileButton>
      </div>
      {logoError && (
        <p className={css.wrong} role="alert">
          {t(`media.photo.${logoError}` as 'media.photo.nopicture', { megabytes: MAX_PICKED_MB })}
        </p>
      )}
    </fieldset>
  )
}

const AccessModePicker = ({ draft, change, errorOf, submitCount, freeKey }: PlaceStepProps) => {
  const { t } = useText()
  if (isInvitationOnly(draft.type)) return <p className={css.hint}>{t('setup.way.others')}</p>
  return (
    <div className={css.way}>
      <RadioList
        label={t('setup.way')}
        options={accessModes.map(value => ({
          value,
          label: t(`setup.way.${value}`),
          detail: t(`setup.way.${value}.text`),
        }))}
        value={draft.wayIn}
        onChange={wayIn => change({ wayIn, key: draft.key || freeKey })}
      />
      {draft.wayIn === 'key' && (
        <Field
          label={t('setup.key')}
          name="key"
          icon="key-round"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={MAX_REGISTER_KEY_LENGTH}
          value={draft.key}
          onChange={key => change({ key })}
          error={errorOf('key')}
          submitCount={submitCount}
        />
      )}
    </div>
  )
}
