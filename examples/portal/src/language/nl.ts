import { diaryNl } from '../diary/words-nl.ts';
import type { Words } from './language.tsx';

export const nl: Words = {
  portal: 'Mijn zorgportaal',
  skip: 'Naar de inhoud',
  menu: 'Pagina’s',
  language: 'Taal',
  darkMode: 'Donkere kleuren',
  signOut: 'Uitloggen',
  loading: 'Laden…',
  newTab: 'opent in een nieuw tabblad',
  close: 'Sluiten',
  exampleBadge: 'Voorbeeld, met verzonnen personen',
  offline: 'Je bent offline. Wat je ziet kan verouderd zijn; het wordt opnieuw gelezen zodra er weer verbinding is.',
  pages: {
    overview: 'Overzicht',
    tasks: 'Mijn taken',
    diary: 'Mijn dagboek',
    planning: 'Mijn planning',
    conversations: 'Gesprekken',
    notFound: 'Deze pagina bestaat niet',
  },
  signIn: {
    title: 'Inloggen',
    intro: 'Je taken, je dagboek en je planning, rustig bij elkaar.',
    privacy:
      'Je token blijft in het geheugen van deze pagina en wordt nergens bewaard: wie de pagina opnieuw laadt, is uitgelogd.',
    reloaded:
      'De pagina is opnieuw geladen, en daarmee ben je uitgelogd. Er is niets bewaard; log weer in om verder te gaan.',
    signedOut: 'Je bent uitgelogd. Deze pagina is alles vergeten wat ze wist.',
    exampleTitle: 'Kijk gerust rond',
    exampleIntro:
      'Voorbeeldinstallatie: verzonnen personen, binnen je eigen browser. Er wordt niets verstuurd, en na het uitloggen is alles weer zoals het was.',
    exampleStarting: 'De voorbeeldinstallatie start…',
    exampleFailed:
      'De voorbeeldinstallatie kon niet starten: deze browser of dit venster staat geen service worker toe. Een echte installatie werkt wel.',
    as: (name) => `Inloggen als ${name}`,
    kinds: {
      everything: 'Cliënt, met taken, dagboek, planning en gesprekken',
      noDiary: 'Cliënt zonder toegang tot een dagboek',
      friend: 'Zelfhulpgebruiker, met maar enkele pagina’s',
    },
    realTitle: 'Je eigen account',
    baseUrl: 'Adres van de installatie',
    baseUrlHint: 'Bijvoorbeeld https://app.example.org',
    token: 'Token',
    tokenHint: 'Je persoonlijke toegangstoken. Vraag je instelling erom.',
    who: 'Je eigen URL, of je externe id',
    whoHint: 'Bijvoorbeeld EHR-1042. Een token zegt niet van wie het is.',
    submit: 'Inloggen',
    required: 'Vul dit in.',
    wrongToken: {
      title: 'Dit token is niet geldig',
      advice: 'Misschien is het niet helemaal gekopieerd, of ingetrokken. Vraag je instelling om een ander.',
    },
    notForYou: 'Dit is een account van een zorgverlener. Dit portaal is voor cliënten en zelfhulpgebruikers.',
  },
  overview: {
    title: (name) => (name === '' ? 'Hallo' : `Hallo ${name}`),
    intro: 'Dit staat er voor je klaar.',
    all: 'Alles bekijken',
    allOf: (title) => `Alles bekijken: ${title}`,
    toDiary: 'Naar mijn dagboek',
    diaryIntro: 'Kijk terug hoe het ging, of schrijf op hoe het nu gaat.',
  },
  tasks: {
    none: 'Je hoeft niets te doen. Goed gedaan!',
    intro: 'Wat er van je gevraagd is. Een taak opent in het platform, in een nieuw tabblad.',
    open: 'Doe dit',
    since: (when) => `Gevraagd ${when}`,
    untitled: 'Taak zonder titel',
  },
  planning: {
    none: 'Er is niets gepland in deze weken.',
    intro: (weeks) => `Wat er gepland is in de komende ${weeks} weken.`,
    more: 'Meer weken tonen',
    untitled: 'Gepland',
    download: 'Bewaren als agendabestand',
    downloaded: 'Het agendabestand is bewaard.',
    today: 'Vandaag',
    tomorrow: 'Morgen',
  },
  conversations: {
    none: 'Je hebt geen gesprekken.',
    noNews: 'Je hebt alles gelezen.',
    intro: 'Gesprekken openen in het platform, in een nieuw tabblad. De berichten zelf staan hier niet.',
    show: 'Tonen',
    news: 'Nieuw',
    everything: 'Alle',
    unread: (n) => (n === 1 ? '1 ongelezen bericht' : `${n} ongelezen berichten`),
    ongoingCall: 'Er is een videogesprek bezig',
    missedCall: 'Gemiste oproep',
    withPeople: (names) => `Met ${names}`,
    untitled: 'Zonder onderwerp',
    lastActivity: (when) => `Laatste bericht ${when}`,
    join: 'Neem deel',
    open: 'Openen',
  },
  failure: {
    retry: 'Probeer opnieuw',
    signIn: 'Opnieuw inloggen',
    unknown: {
      title: 'Hier ging iets mis',
      advice: 'Dit is een fout van het portaal. Probeer het opnieuw; blijft het zo, meld het bij je instelling.',
    },
    offline: { title: 'Er is geen verbinding', advice: 'Kijk of je online bent, en probeer het opnieuw.' },
    unreachable: {
      title: 'Het platform is niet bereikbaar',
      advice:
        'Probeer het zo weer. Blijft het zo, dan klopt het adres misschien niet of staat het platform dit portaal niet toe.',
    },
    notLoaded: {
      title: 'Een deel van het portaal kon niet geladen worden',
      advice: 'Probeer het opnieuw. Blijft het zo, dan is er misschien een nieuwe versie: log uit en weer in.',
    },
    timeout: { title: 'Het duurde te lang', advice: 'Het platform antwoordde niet op tijd. Probeer het zo weer.' },
    unauthorized: {
      title: 'Je bent niet meer ingelogd',
      advice: 'Je token is niet (meer) geldig. Log opnieuw in met een geldig token.',
    },
    forbidden: {
      title: 'Dit mag je niet zien',
      advice: 'Je account heeft hier geen toegang toe. Vraag je instelling als dat volgens jou anders moet zijn.',
    },
    notFound: { title: 'Het is er niet', advice: 'Het bestaat niet, of niet meer. Controleer het adres of de id.' },
    noAccess: {
      title: 'Dit hoort niet bij jouw portaal',
      advice: 'Je account heeft hier geen toegang toe. Vraag je instelling als dat volgens jou anders moet zijn.',
    },
    rateLimited: {
      title: 'Het is nu te druk',
      advice: 'Er kwamen te veel verzoeken vanaf je netwerk. Wacht een minuut en probeer het opnieuw.',
    },
    invalid: {
      title: 'Er is iets niet goed ingevuld',
      advice: 'Kijk naar wat gemarkeerd is, verbeter het en verstuur het opnieuw.',
    },
    refused: {
      title: 'Het platform weigerde dit',
      advice: 'Het kan niet op deze manier, of niet meer. Kijk hoe het nu is.',
    },
    server: { title: 'Het platform heeft een probleem', advice: 'Het ligt niet aan jou. Probeer het later opnieuw.' },
    unexpected: {
      title: 'Het antwoord van het platform was niet te begrijpen',
      advice: 'Misschien is er onderhoud. Probeer het later opnieuw; blijft het zo, meld het bij je instelling.',
    },
    foreign: {
      title: 'Dat is het adres van een andere plek',
      advice:
        'Voor je veiligheid is daar niets heen gestuurd. Controleer of het begint met het adres van de installatie.',
    },
    blocked: {
      title: 'Dit portaal mag niet met dat adres praten',
      advice: 'Het is ingericht voor een andere installatie. Controleer het adres van de installatie.',
    },
    input: { title: 'Dat kan niet kloppen', advice: 'Controleer het adres, het token en de id.' },
    outcomeUnknown: {
      title: 'Het is niet zeker of het bewaard is',
      advice: 'De verbinding viel weg op het verkeerde moment. Verstuur het niet opnieuw voordat je gekeken hebt:',
    },
    check: {
      addDiaryEntry: 'Kijk in je dagboek of de notitie van dat tijdstip er staat.',
      other: 'Kijk of de verandering er is.',
    },
  },
  diaryPage: diaryNl,
};
