import { photo } from '../scenes.ts'
import { inDays, noticePost, type DemoPost } from './post.ts'

export const noticePosts: DemoPost[] = [
  noticePost(
    'eau-mardi',
    'water-cut',
    {
      fr: [
        'Coupure d’eau mardi matin',
        'La vanne générale des bâtiments A et B sera remplacée mardi, de 9 h à 12 h. Pensez à remplir une carafe la veille.',
      ],
      en: [
        'Water off on Tuesday morning',
        'The mains valve of buildings A and B is being replaced on Tuesday, from 9 am to noon. Please fill a jug the evening before.',
      ],
    },
    { when: inDays(3, '09:00'), hourOfDay: 10, answers: 'some', pinned: true },
  ),
  noticePost(
    'ascenseur-c',
    'lift',
    {
      fr: [
        'Ascenseur du C à l’arrêt',
        'La pièce arrive jeudi. D’ici là, appelez-nous : nous montons vos courses, et vos enfants s’ils sont sages.',
      ],
      en: [
        'Building C’s lift is out of order',
        'The part comes on Thursday. Until then, call us: we’ll carry up your shopping, and your children if they behave.',
      ],
    },
    { hourOfDay: 9, answers: 'some' },
  ),
  noticePost(
    'ascenseur-repare',
    'lift',
    {
      fr: ['L’ascenseur du C remarche', 'Merci pour votre patience, et pour les mollets de tout le monde.'],
    },
    { hourOfDay: 16, after: 'ascenseur-c', answers: 'many' },
  ),
  noticePost(
    'chauffage',
    'heating',
    {
      fr: [
        'Le chauffage est remis en route lundi',
        'Purgez vos radiateurs si vous entendez glouglouter. La clé se prête à l’accueil, avec explication et sourire.',
      ],
      en: [
        'Heating back on from Monday',
        'Bleed your radiators if they gurgle. The key can be borrowed from reception, with instructions and a smile.',
      ],
    },
    { answers: 'many', months: [10] },
  ),
  noticePost(
    'encombrants',
    'bins',
    {
      fr: [
        'Encombrants jeudi, pas avant mercredi soir',
        'Les matelas ne passent pas les portes coulissantes, nous avons vérifié. Le camion de la ressourcerie prend ce qui peut encore servir.',
      ],
      en: [
        'Bulky waste on Thursday, not before Wednesday night',
        'Mattresses don’t fit through sliding doors, we’ve checked. The reuse shop’s van takes anything that still has life in it.',
      ],
    },
    { when: inDays(3, '07:00'), answers: 'some' },
  ),
  noticePost(
    'reunion',
    'meeting',
    {
      fr: [
        'Réunion des résidents, jeudi à 19 h',
        'Au programme :\n• vos questions, d’abord ;\n• le local à vélos, qui déborde ;\n• l’éclairage de l’allée ;\n• le budget du jardin.\n\nGarde des enfants sur place et soupe à la fin. Traduction en anglais sur demande.',
      ],
      en: [
        'Residents’ meeting, Thursday at 7 pm',
        'On the agenda:\n• your questions, first of all;\n• the overflowing bike shed;\n• lighting along the path;\n• the garden budget.\n\nChildren are looked after on the spot and there is soup at the end. The meeting is in French; we’ll gladly translate.',
      ],
    },
    { place: 'common-room', when: inDays(6, '19:00'), answers: 'many', pinned: true },
  ),
  noticePost(
    'sondage-bancs',
    'survey',
    {
      fr: [
        'Deux bancs de plus : où les mettre ?',
        'Près du terrain de pétanque ou à l’ombre du local à vélos ? Répondez dans la discussion, le menuisier commence lundi.',
      ],
      en: [
        'Two more benches: where shall they go?',
        'By the pétanque ground or in the shade of the bike shed? Answer in the chat; the joiner starts on Monday.',
      ],
    },
    { photo: photo('courtyard', 1), seasons: ['spring', 'summer', 'autumn'], answers: 'many' },
  ),
  noticePost(
    'verglas',
    'snow-clearing',
    {
      fr: [
        'Verglas sur l’allée nord',
        'Sable et sel sont passés à 6 h. Tenez la rampe, marchez comme un pingouin : les pieds à plat, l’air digne.',
      ],
      en: [
        'Ice on the north path',
        'Sand and salt went down at six. Hold the rail and walk like a penguin: feet flat, chin up.',
      ],
    },
    { photo: photo('snow-courtyard', 2), hourOfDay: 7, seasons: ['winter'], answers: 'some' },
  ),
  noticePost(
    'alarme',
    'safety',
    {
      fr: ['Essai d’alarme mercredi à 10 h', 'Trois minutes de sirène, rien à faire, sauf rassurer les chats.'],
      en: ['Alarm test on Wednesday at ten', 'Three minutes of siren. Nothing to do but comfort the cats.'],
    },
    { when: inDays(2, '10:00'), answers: 'few' },
  ),
  noticePost(
    'facade',
    'works',
    {
      fr: [
        'Ravalement du bâtiment F',
        'L’échafaudage se monte lundi, pour cinq semaines. Rentrez vos pots de fleurs ; les peintres, eux, resteront dehors.',
      ],
    },
    { when: inDays(5, '08:00'), answers: 'some' },
  ),
  noticePost(
    'parking-nord',
    'car-park',
    {
      fr: [
        'Parking nord à libérer vendredi',
        'On retrace les places, de 8 h à 18 h. Il y en aura deux de plus à la fin, par magie géométrique.',
      ],
      en: [
        'North car park: please move cars on Friday',
        'The bays are being repainted, from 8 am to 6 pm. There’ll be two more at the end, by geometric magic.',
      ],
    },
    { when: inDays(4, '08:00'), answers: 'some' },
  ),
  noticePost(
    'vitres',
    'cleaning',
    {
      fr: [
        'Grand nettoyage des halls',
        'Merci de rentrer paillassons, poussettes et bottes mardi avant 8 h. Les plantes peuvent rester, elles ont droit à un brin de toilette.',
      ],
    },
    { when: inDays(3, '08:00'), answers: 'few' },
  ),
  noticePost(
    'colis-accueil',
    'delivery',
    {
      fr: ['Onze colis attendent à l’accueil', 'L’un d’eux fait bzzz. Nous préférerions qu’il soit retiré en premier.'],
      en: ['Eleven parcels at reception', 'One of them is buzzing. We’d rather it were collected first.'],
    },
    { hourOfDay: 12, answers: 'some' },
  ),
  noticePost(
    'courant',
    'power-cut',
    {
      fr: [
        'Coupure de courant dimanche à l’aube',
        'De 5 h à 6 h 30, pour raccorder les bornes de recharge. Réveils à piles conseillés.',
      ],
      en: [
        'Power cut early on Sunday',
        'From 5 to 6.30 am, to connect the charging points. Battery alarm clocks advised.',
      ],
    },
    { when: inDays(4, '05:00'), answers: 'few' },
  ),
  noticePost(
    'echarpe-trouvee',
    'found-object',
    {
      fr: [
        'Trouvés cette semaine',
        'Une écharpe à pompons, un casque d’enfant, trois gants gauches. Si vous avez trois mains gauches, passez nous voir.',
      ],
      en: [
        'Found this week',
        'One bobbled scarf, one child’s helmet, three left gloves. If you have three left hands, come and see us.',
      ],
    },
    { answers: 'some', seasons: ['autumn', 'winter'] },
  ),
  noticePost(
    'bal',
    'event',
    {
      fr: [
        'Bal d’été, samedi dans la cour',
        'Orchestre à 20 h, initiation à la valse à 19 h 30 pour ceux qui comptent sur leurs doigts. C’est gratuit.',
      ],
      en: [
        'Summer dance, Saturday in the courtyard',
        'Band from eight; waltz lesson at 7.30 for those who count on their fingers. Free.',
      ],
    },
    {
      place: 'courtyard',
      when: inDays(5, '20:00'),
      photo: photo('music-evening', 1),
      answers: 'many',
      seasons: ['summer'],
    },
  ),
  noticePost(
    'noel',
    'event',
    {
      fr: [
        'On décore le sapin mercredi',
        'Le carton des boules est descendu de la cave. L’étoile va à la plus petite personne portée par la plus grande.',
      ],
      en: [
        'Dressing the tree on Wednesday',
        'The box of baubles is up from the cellar. The star goes to the smallest person, carried by the tallest.',
      ],
    },
    { place: 'courtyard', when: inDays(3, '16:30'), answers: 'many', months: [12] },
  ),
]
