import { Icon, type IconProps } from './Icon.tsx'
import { skyOf } from './sky.ts'
import css from './SkyIcon.module.css'

/** The icon of an OpenWeather condition code; the text beside it says the same. */
export const SkyIcon = ({ code, size }: { code: string; size?: IconProps['size'] }) => {
  const { icon, sky } = skyOf(code)
  return (
    <span className={css.sky} data-sky={sky}>
      <Icon name={icon} size={size} />
    </span>
  )
}
