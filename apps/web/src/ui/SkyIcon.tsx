import { Icon, type IconProps } from './Icon.tsx'
import { skyOf } from './sky.ts'
import css from './SkyIcon.module.css'

/** The drawing of a weather code (OpenWeather's). The words beside it say the same. */
export const SkyIcon = ({ code, size }: { code: string; size?: IconProps['size'] }) => {
  const { icon, sky } = skyOf(code)
  return (
    <span className={css.sky} data-sky={sky}>
      <Icon name={icon} size={size} />
    </span>
  )
}
