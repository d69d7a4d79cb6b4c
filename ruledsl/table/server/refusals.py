"""The server's refusals in the languages of the rulebooks: by the English sentence, in the order of `OTHERS`."""

from __future__ import annotations

from ruledsl.base.diagnostics import visible
from ruledsl.base.diagnostics.travelling import Travelling
from ruledsl.play.naming.languages import LANGUAGES
from ruledsl.play.naming.words import translated

OTHERS = tuple(language for language in LANGUAGES if language != "en")


def in_words(text: str, language: str) -> str:
    """A sentence in a language. One that is missing here quotes packs or the game and stays as it is."""
    translations = REFUSALS.get(text)
    return (
        text
        if translations is None
        else translated({"en": text, **dict(zip(OTHERS, translations, strict=True))}, language) or text
    )


REFUSALS: dict[str, tuple[str, ...]] = {
    "There is no advice: thinking about it took too long, or broke down.": (
        "Der er intet råd: det tog for lang tid at tænke over det, eller det gik i stykker.",
        "Neuvoa ei ole: miettiminen kesti liian kauan tai keskeytyi.",
        "Nessun consiglio: pensarci è durato troppo o si è interrotto.",
        "Det finnes ikke noe råd: det tok for lang tid å tenke på det, eller det gikk i stykker.",
        "Det finns inget råd: det tog för lång tid att tänka, eller så gick det sönder.",
    ),
    "There is no such table.": (
        "Det bord findes ikke.",
        "Sellaista pöytää ei ole.",
        "Questo tavolo non esiste.",
        "Det finnes ikke noe slikt bord.",
        "Det finns inget sådant bord.",
    ),
    "You have too many tables; forget one first.": (
        "Du har for mange borde; glem et først.",
        "Sinulla on liikaa pöytiä; unohda ensin yksi.",
        "Hai troppi tavoli: prima dimenticane uno.",
        "Du har for mange bord; glem ett først.",
        "Du har för många bord; glöm ett först.",
    ),
    "Too many tables were set up from your address; forget one first.": (
        "Der er stillet for mange borde op fra din adresse; glem et først.",
        "Osoitteestasi on avattu liikaa pöytiä; unohda ensin yksi.",
        "Dal tuo indirizzo sono stati preparati troppi tavoli: prima dimenticane uno.",
        "Det er satt opp for mange bord fra adressen din; glem ett først.",
        "För många bord har ställts upp från din adress; glöm ett först.",
    ),
    "This server has reached its limit of tables.": (
        "Denne server har nået sin grænse for borde.",
        "Tämän palvelimen pöytien raja on täynnä.",
        "Questo server ha raggiunto il suo limite di tavoli.",
        "Denne tjeneren har nådd grensen for bord.",
        "Den här servern har nått sin gräns för bord.",
    ),
    "This table no longer exists.": (
        "Dette bord findes ikke længere.",
        "Tätä pöytää ei enää ole.",
        "Questo tavolo non esiste più.",
        "Dette bordet finnes ikke lenger.",
        "Det här bordet finns inte längre.",
    ),
    "This table already has too many spectators.": (
        "Dette bord har allerede for mange tilskuere.",
        "Tällä pöydällä on jo liikaa katsojia.",
        "Questo tavolo ha già troppi spettatori.",
        "Dette bordet har allerede for mange tilskuere.",
        "Det här bordet har redan för många åskådare.",
    ),
    "Too many browsers hold this seat; the host can renew its link.": (
        "For mange browsere har denne plads; værten kan forny linket.",
        "Tämä paikka on liian monella selaimella; isäntä voi uusia linkin.",
        "Troppi browser hanno questo posto; chi ospita può rinnovare il link.",
        "For mange nettlesere har denne plassen; verten kan fornye lenken.",
        "För många webbläsare har den här platsen; värden kan förnya länken.",
    ),
    "What was kept of this table has been changed.": (
        "Det, der blev gemt af dette bord, er blevet ændret.",
        "Pöydästä tallennettua on muutettu.",
        "Ciò che era stato salvato di questo tavolo è stato modificato.",
        "Det som ble lagret av dette bordet, er endret.",
        "Det som sparats av det här bordet har ändrats.",
    ),
    "Choose some packs.": (
        "Vælg nogle pakker.",
        "Valitse paketteja.",
        "Scegli dei pacchetti.",
        "Velg noen pakker.",
        "Välj några paket.",
    ),
    "There is no pack `{pack}` here.": (
        "Her er ingen pakke `{pack}`.",
        "Täällä ei ole pakettia `{pack}`.",
        "Qui non c'è il pacchetto `{pack}`.",
        "Det finnes ingen pakke `{pack}` her.",
        "Här finns inget paket `{pack}`.",
    ),
    "These packs bring no map, so there is nothing to play on.": (
        "Disse pakker har intet kort, så der er intet at spille på.",
        "Näissä paketeissa ei ole karttaa, joten ei ole mitä pelata.",
        "Questi pacchetti non hanno una mappa: non c'è nulla su cui giocare.",
        "Disse pakkene har ikke noe kart, så det er ingenting å spille på.",
        "De här paketen har ingen karta, så det finns inget att spela på.",
    ),
    "The packs that were kept for this table are not there any more.": (
        "Pakkerne, der blev gemt til dette bord, er der ikke længere.",
        "Tälle pöydälle tallennettuja paketteja ei enää ole.",
        "I pacchetti salvati per questo tavolo non ci sono più.",
        "Pakkene som ble lagret for dette bordet, er borte.",
        "Paketen som sparats för det här bordet finns inte längre.",
    ),
    "Its packs cannot be played by this ruledsl: {why}": (
        "Dens pakker kan ikke spilles af denne ruledsl: {why}",
        "Tämä ruledsl ei voi pelata sen paketteja: {why}",
        "Questa versione di ruledsl non può giocare i suoi pacchetti: {why}",
        "Pakkene kan ikke spilles av denne ruledsl: {why}",
        "Paketen kan inte spelas av denna ruledsl: {why}",
    ),
    "The packs that were kept for this table have been changed.": (
        "Pakkerne, der blev gemt til dette bord, er blevet ændret.",
        "Tälle pöydälle tallennettuja paketteja on muutettu.",
        "I pacchetti salvati per questo tavolo sono stati modificati.",
        "Pakkene som ble lagret for dette bordet, er endret.",
        "Paketen som sparats för det här bordet har ändrats.",
    ),
    "The folder of the pack `{pack}` is not there any more.": (
        "Mappen med pakken `{pack}` er der ikke længere.",
        "Paketin `{pack}` kansiota ei enää ole.",
        "La cartella del pacchetto `{pack}` non c'è più.",
        "Mappen med pakken `{pack}` er borte.",
        "Mappen med paketet `{pack}` finns inte längre.",
    ),
    "You do not sit there.": (
        "Du sidder ikke der.",
        "Et istu siinä.",
        "Non sei seduto lì.",
        "Du sitter ikke der.",
        "Du sitter inte där.",
    ),
    "Only the host may do that.": (
        "Det må kun værten.",
        "Vain isäntä saa tehdä sen.",
        "Può farlo solo chi ospita.",
        "Det kan bare verten gjøre.",
        "Det får bara värden göra.",
    ),
    "Another seat is called {name} already: choose another name.": (
        "En anden plads hedder allerede {name}: vælg et andet navn.",
        "Toisen paikan nimi on jo {name}: valitse jokin muu nimi.",
        "Un altro posto si chiama già {name}: scegli un altro nome.",
        "En annen plass heter allerede {name}: velg et annet navn.",
        "En annan plats heter redan {name}: välj ett annat namn.",
    ),
    "The game has gone on since.": (
        "Spillet er gået videre siden.",
        "Peli on jo edennyt.",
        "Nel frattempo la partita è andata avanti.",
        "Spillet har gått videre siden.",
        "Spelet har gått vidare sedan dess.",
    ),
    "The game is over.": (
        "Spillet er slut.",
        "Peli on päättynyt.",
        "La partita è finita.",
        "Spillet er over.",
        "Spelet är slut.",
    ),
    "Somebody else is asked.": (
        "En anden bliver spurgt.",
        "Vuorossa on joku muu.",
        "Tocca a qualcun altro.",
        "Noen andre blir spurt.",
        "Någon annan tillfrågas.",
    ),
    "This cannot be taken back: somebody else has chosen since, or something was revealed.": (
        "Det kan ikke tages tilbage: en anden har valgt siden, eller noget er blevet afsløret.",
        "Tätä ei voi perua: joku muu on jo valinnut, tai jotain on paljastunut.",
        "Non si può annullare: qualcun altro ha scelto nel frattempo, o qualcosa è stato rivelato.",
        "Dette kan ikke tas tilbake: noen andre har valgt siden, eller noe er avslørt.",
        "Det kan inte tas tillbaka: någon annan har valt sedan dess, eller något har avslöjats.",
    ),
    "There is nothing to make again: nothing was taken back, or something else was chosen since.": (
        "Der er intet at gøre igen: intet er taget tilbage, eller noget andet er valgt siden.",
        "Mitään ei voi tehdä uudelleen: mitään ei ole peruttu, tai sen jälkeen on valittu muuta.",
        "Non c'è nulla da rifare: nulla è stato annullato, o nel frattempo è stato scelto altro.",
        "Det er ingenting å gjøre igjen: ingenting er tatt tilbake, eller noe annet er valgt siden.",
        "Det finns inget att göra om: inget har tagits tillbaka, eller något annat har valts sedan dess.",
    ),
    "This link opens no seat at this table, or was renewed since.": (
        "Dette link åbner ingen plads ved dette bord, eller det er blevet fornyet.",
        "Tämä linkki ei avaa paikkaa tässä pöydässä, tai se on uusittu.",
        "Questo link non apre alcun posto a questo tavolo, o è stato rinnovato.",
        "Denne lenken åpner ingen plass ved dette bordet, eller den er fornyet.",
        "Den här länken öppnar ingen plats vid bordet, eller så har den förnyats.",
    ),
    "You hold no seat here.": (
        "Du har ingen plads her.",
        "Sinulla ei ole paikkaa täällä.",
        "Qui non hai un posto.",
        "Du har ingen plass her.",
        "Du har ingen plats här.",
    ),
    "The file of the tables cannot be read.": (
        "Filen med bordene kan ikke læses.",
        "Pöytien tiedostoa ei voi lukea.",
        "Il file dei tavoli non si può leggere.",
        "Filen med bordene kan ikke leses.",
        "Filen med borden kan inte läsas.",
    ),
    "This server does not know that host name; `--origin` adds it.": (
        "Denne server kender ikke det værtsnavn; `--origin` tilføjer det.",
        "Tämä palvelin ei tunne tuota isäntänimeä; `--origin` lisää sen.",
        "Questo server non conosce quel nome di host; `--origin` lo aggiunge.",
        "Denne tjeneren kjenner ikke det vertsnavnet; `--origin` legger det til.",
        "Den här servern känner inte till det värdnamnet; `--origin` lägger till det.",
    ),
    "This is open on this computer only, at `localhost`.": (
        "Dette er kun åbent på denne computer, på `localhost`.",
        "Tämä on avoinna vain tällä koneella: `localhost`.",
        "È aperto solo su questo computer, su `localhost`.",
        "Dette er bare åpent på denne datamaskinen, på `localhost`.",
        "Det här är bara öppet på den här datorn, på `localhost`.",
    ),
    "This comes from another page than this server's.": (
        "Dette kommer fra en anden side end denne servers.",
        "Tämä tulee muulta kuin tämän palvelimen sivulta.",
        "Questo arriva da una pagina che non è di questo server.",
        "Dette kommer fra en annen side enn denne tjenerens.",
        "Det här kommer från en annan sida än serverns.",
    ),
    "This is too large: at most {most} bytes are taken.": (
        "Det er for stort: højst {most} byte modtages.",
        "Tämä on liian suuri: enintään {most} tavua.",
        "È troppo grande: al massimo {most} byte.",
        "Dette er for stort: høyst {most} byte.",
        "Det är för stort: högst {most} byte.",
    ),
    "The request is incomplete.": (
        "Forespørgslen er ufuldstændig.",
        "Pyyntö on puutteellinen.",
        "La richiesta è incompleta.",
        "Forespørselen er ufullstendig.",
        "Begäran är ofullständig.",
    ),
    "Too many pages are open.": (
        "Der er for mange sider åbne.",
        "Liian monta sivua on auki.",
        "Sono aperte troppe pagine.",
        "For mange sider er åpne.",
        "För många sidor är öppna.",
    ),
    "Too many requests; wait a little.": (
        "For mange forespørgsler; vent lidt.",
        "Liikaa pyyntöjä; odota hetki.",
        "Troppe richieste: aspetta un momento.",
        "For mange forespørsler; vent litt.",
        "För många begäranden; vänta lite.",
    ),
    "This browser has no cookie of this server; load the page first.": (
        "Denne browser har ingen cookie fra denne server; indlæs siden først.",
        "Tällä selaimella ei ole tämän palvelimen evästettä; lataa ensin sivu.",
        "Questo browser non ha il cookie di questo server: carica prima la pagina.",
        "Denne nettleseren har ingen informasjonskapsel fra tjeneren; last inn siden først.",
        "Den här webbläsaren har ingen kaka från servern; läs in sidan först.",
    ),
    "The content type has to be `application/json`.": (
        "Indholdstypen skal være `application/json`.",
        "Sisältötyypin on oltava `application/json`.",
        "Il tipo di contenuto deve essere `application/json`.",
        "Innholdstypen må være `application/json`.",
        "Innehållstypen måste vara `application/json`.",
    ),
    "The file has to be in base64.": (
        "Filen skal være i base64.",
        "Tiedoston on oltava base64-muodossa.",
        "Il file deve essere in base64.",
        "Filen må være i base64.",
        "Filen måste vara i base64.",
    ),
    "This is no JSON.": (
        "Dette er ikke JSON.",
        "Tämä ei ole JSONia.",
        "Questo non è JSON.",
        "Dette er ikke JSON.",
        "Det här är inte JSON.",
    ),
    "This is no JSON object.": (
        "Dette er ikke et JSON-objekt.",
        "Tämä ei ole JSON-olio.",
        "Questo non è un oggetto JSON.",
        "Dette er ikke et JSON-objekt.",
        "Det här är inget JSON-objekt.",
    ),
    "`{key}` does not belong here.": (
        "`{key}` hører ikke til her.",
        "`{key}` ei kuulu tähän.",
        "`{key}` qui non è previsto.",
        "`{key}` hører ikke hjemme her.",
        "`{key}` hör inte hemma här.",
    ),
    "`{key}` is missing.": (
        "`{key}` mangler.",
        "`{key}` puuttuu.",
        "Manca `{key}`.",
        "`{key}` mangler.",
        "`{key}` saknas.",
    ),
    "`{key}` is not what it should be.": (
        "`{key}` er ikke, hvad det skal være.",
        "`{key}` ei ole sitä, mitä pitäisi.",
        "`{key}` non è come dovrebbe essere.",
        "`{key}` er ikke det det skal være.",
        "`{key}` är inte vad det ska vara.",
    ),
    "This `id` was used already: each message has a larger one.": (
        "Dette `id` er allerede brugt: hver besked har et større.",
        "Tämä `id` on jo käytetty: jokaisella viestillä on suurempi.",
        "Questo `id` è già stato usato: ogni messaggio ne ha uno maggiore.",
        "Denne `id` er allerede brukt: hver melding har en større.",
        "Detta `id` har redan använts: varje meddelande har ett större.",
    ),
    "There is no such message.": (
        "Den besked findes ikke.",
        "Sellaista viestiä ei ole.",
        "Questo messaggio non esiste.",
        "Det finnes ikke noen slik melding.",
        "Det finns inget sådant meddelande.",
    ),
    "There is no such seat.": (
        "Den plads findes ikke.",
        "Sellaista paikkaa ei ole.",
        "Questo posto non esiste.",
        "Det finnes ikke noen slik plass.",
        "Det finns ingen sådan plats.",
    ),
    "There is no bot `{bot}`.": (
        "Der er ingen bot `{bot}`.",
        "Bottia `{bot}` ei ole.",
        "Il bot `{bot}` non esiste.",
        "Det finnes ingen bot `{bot}`.",
        "Det finns ingen bot `{bot}`.",
    ),
    "This game began from a position, so there is no rematch of it.": (
        "Dette spil begyndte fra en stilling, så der er ingen revanche.",
        "Tämä peli alkoi asemasta, joten siitä ei ole uusintaottelua.",
        "Questa partita è iniziata da una posizione: non c'è rivincita.",
        "Dette spillet begynte fra en stilling, så det blir ingen omkamp.",
        "Det här spelet började från en ställning, så det finns ingen revansch.",
    ),
    "Only who sits here can go on from here.": (
        "Kun den, der sidder her, kan spille videre herfra.",
        "Vain täällä istuva voi jatkaa tästä.",
        "Può continuare da qui solo chi siede a questo tavolo.",
        "Bare den som sitter her, kan spille videre herfra.",
        "Bara den som sitter här kan spela vidare härifrån.",
    ),
    "Say which seat: `?seat=0`.": (
        "Sig hvilken plads: `?seat=0`.",
        "Kerro paikka: `?seat=0`.",
        "Indica il posto: `?seat=0`.",
        "Si hvilken plass: `?seat=0`.",
        "Säg vilken plats: `?seat=0`.",
    ),
    "This is no text in UTF-8.": (
        "Dette er ikke tekst i UTF-8.",
        "Tämä ei ole UTF-8-tekstiä.",
        "Questo non è testo in UTF-8.",
        "Dette er ikke tekst i UTF-8.",
        "Det här är inte text i UTF-8.",
    ),
    "This game needs the pack `{pack}`, which this server does not offer.": (
        "Dette spil kræver pakken `{pack}`, som denne server ikke tilbyder.",
        "Tämä peli tarvitsee paketin `{pack}`, jota tämä palvelin ei tarjoa.",
        "Questa partita richiede il pacchetto `{pack}`, che questo server non offre.",
        "Dette spillet trenger pakken `{pack}`, som denne tjeneren ikke tilbyr.",
        "Det här spelet behöver paketet `{pack}`, som servern inte erbjuder.",
    ),
    "There are not as many seats as players.": (
        "Der er ikke lige så mange pladser som spillere.",
        "Paikkoja ei ole yhtä monta kuin pelaajia.",
        "I posti non sono tanti quanti i giocatori.",
        "Det er ikke like mange plasser som spillere.",
        "Det finns inte lika många platser som spelare.",
    ),
    "A seat is an object.": (
        "En plads er et objekt.",
        "Paikka on olio.",
        "Un posto è un oggetto.",
        "En plass er et objekt.",
        "En plats är ett objekt.",
    ),
    "`{who}` is nobody who can sit there.": (
        "`{who}` er ingen, der kan sidde der.",
        "`{who}` ei voi istua siinä.",
        "`{who}` non può sedersi lì.",
        "`{who}` er ingen som kan sitte der.",
        "`{who}` är ingen som kan sitta där.",
    ),
    "This is no saved game of ruledsl.": (
        "Dette er ikke et gemt spil fra ruledsl.",
        "Tämä ei ole ruledsl:n tallennettu peli.",
        "Questa non è una partita salvata di ruledsl.",
        "Dette er ikke et lagret spill fra ruledsl.",
        "Det här är inget sparat spel från ruledsl.",
    ),
    "There is no such file in this workshop.": (
        "Den fil findes ikke i dette værksted.",
        "Tässä pajassa ei ole sellaista tiedostoa.",
        "Questo file non c'è in questa officina.",
        "Det finnes ikke noen slik fil i dette verkstedet.",
        "Det finns ingen sådan fil i den här verkstaden.",
    ),
    "There is no such pack in this workshop.": (
        "Den pakke findes ikke i dette værksted.",
        "Tässä pajassa ei ole sellaista pakettia.",
        "Questo pacchetto non c'è in questa officina.",
        "Det finnes ikke noen slik pakke i dette verkstedet.",
        "Det finns inget sådant paket i den här verkstaden.",
    ),
    "A file of a pack is called like `folder/name.yaml`, in small letters.": (
        "En fil i en pakke hedder som `folder/name.yaml`, med små bogstaver.",
        "Paketin tiedoston nimi on muotoa `folder/name.yaml`, pienin kirjaimin.",
        "Un file di un pacchetto si chiama come `folder/name.yaml`, in lettere minuscole.",
        "En fil i en pakke heter som `folder/name.yaml`, med små bokstaver.",
        "En fil i ett paket heter som `folder/name.yaml`, med små bokstäver.",
    ),
    "The file is no longer there.": (
        "Filen er der ikke længere.",
        "Tiedostoa ei enää ole.",
        "Il file non c'è più.",
        "Filen er borte.",
        "Filen finns inte längre.",
    ),
    "`{path}` has a part that names a device on Windows; choose another name.": (
        "`{path}` har en del, der er navnet på en enhed i Windows; vælg et andet navn.",
        "Polussa `{path}` on osa, joka on laitteen nimi Windowsissa; valitse toinen nimi.",
        "`{path}` contiene il nome di un dispositivo di Windows: scegli un altro nome.",
        "`{path}` har en del som er navnet på en enhet i Windows; velg et annet navn.",
        "`{path}` har en del som är namnet på en enhet i Windows; välj ett annat namn.",
    ),
    "The file has been changed by somebody else since it was read.": (
        "Filen er blevet ændret af en anden, siden den blev læst.",
        "Joku muu on muuttanut tiedostoa sen lukemisen jälkeen.",
        "Il file è stato modificato da qualcun altro dopo la lettura.",
        "Filen er endret av noen andre siden den ble lest.",
        "Filen har ändrats av någon annan sedan den lästes.",
    ),
    "A file of a pack has at most {most} bytes.": (
        "En fil i en pakke har højst {most} byte.",
        "Paketin tiedostossa on enintään {most} tavua.",
        "Un file di un pacchetto ha al massimo {most} byte.",
        "En fil i en pakke har høyst {most} byte.",
        "En fil i ett paket har högst {most} byte.",
    ),
    "`{path}` already exists.": (
        "`{path}` findes allerede.",
        "`{path}` on jo olemassa.",
        "`{path}` esiste già.",
        "`{path}` finnes allerede.",
        "`{path}` finns redan.",
    ),
    "This is not an ordinary file; the workshop leaves it as it is.": (
        "Dette er ikke en almindelig fil; værkstedet lader den være, som den er.",
        "Tämä ei ole tavallinen tiedosto; paja jättää sen ennalleen.",
        "Questo non è un file comune: l'officina lo lascia com'è.",
        "Dette er ikke en vanlig fil; verkstedet lar den være som den er.",
        "Det här är ingen vanlig fil; verkstaden lämnar den som den är.",
    ),
    "The file cannot be read: {why}.": (
        "Filen kan ikke læses: {why}.",
        "Tiedostoa ei voi lukea: {why}.",
        "Il file non si può leggere: {why}.",
        "Filen kan ikke leses: {why}.",
        "Filen kan inte läsas: {why}.",
    ),
    "The file is too large: files of packs have at most {most} bytes.": (
        "Filen er for stor: filer i pakker har højst {most} byte.",
        "Tiedosto on liian suuri: pakettien tiedostoissa on enintään {most} tavua.",
        "Il file è troppo grande: i file dei pacchetti hanno al massimo {most} byte.",
        "Filen er for stor: filer i pakker har høyst {most} byte.",
        "Filen är för stor: filer i paket har högst {most} byte.",
    ),
    "This file is no text in UTF-8; it is left as it is.": (
        "Denne fil er ikke tekst i UTF-8; den forbliver, som den er.",
        "Tämä tiedosto ei ole UTF-8-tekstiä; se jätetään ennalleen.",
        "Questo file non è testo in UTF-8: resta com'è.",
        "Denne filen er ikke tekst i UTF-8; den blir som den er.",
        "Den här filen är inte text i UTF-8; den lämnas som den är.",
    ),
    "This file already exists.": (
        "Denne fil findes allerede.",
        "Tämä tiedosto on jo olemassa.",
        "Questo file esiste già.",
        "Denne filen finnes allerede.",
        "Den här filen finns redan.",
    ),
    "The disk is full: nothing was saved. Your text is kept in this browser until there is room.": (
        "Disken er fuld: intet blev gemt. Din tekst opbevares i denne browser, til der er plads.",
        "Levy on täynnä: mitään ei tallennettu. Tekstisi säilyy tässä selaimessa, kunnes tilaa on.",
        "Il disco è pieno: nulla è stato salvato. Il testo resta in questo browser finché non c'è spazio.",
        "Disken er full: ingenting ble lagret. Teksten din blir i denne nettleseren til det er plass.",
        "Disken är full: inget sparades. Din text finns kvar i den här webbläsaren tills det finns plats.",
    ),
    "The file cannot be written: {why}.": (
        "Filen kan ikke skrives: {why}.",
        "Tiedostoa ei voi kirjoittaa: {why}.",
        "Il file non si può scrivere: {why}.",
        "Filen kan ikke skrives: {why}.",
        "Filen kan inte skrivas: {why}.",
    ),
    "This paper is no longer here; make it again.": (
        "Dette papir er her ikke længere; lav det igen.",
        "Tätä paperia ei enää ole; tee se uudelleen.",
        "Questo foglio non c'è più: rifallo.",
        "Dette papiret er her ikke lenger; lag det igjen.",
        "Det här pappret finns inte längre; gör det igen.",
    ),
    "This folder is a pack itself; others cannot be made in it.": (
        "Denne mappe er selv en pakke; der kan ikke laves andre i den.",
        "Tämä kansio on itse paketti; siihen ei voi tehdä muita.",
        "Questa cartella è già un pacchetto: non se ne possono creare altri al suo interno.",
        "Denne mappen er selv en pakke; det kan ikke lages andre i den.",
        "Den här mappen är själv ett paket; andra kan inte göras i den.",
    ),
    "This folder is a pack itself; it is not deleted here.": (
        "Denne mappe er selv en pakke; den slettes ikke her.",
        "Tämä kansio on itse paketti; sitä ei poisteta täällä.",
        "Questa cartella è essa stessa un pacchetto: qui non si elimina.",
        "Denne mappen er selv en pakke; den slettes ikke her.",
        "Den här mappen är själv ett paket; den tas inte bort här.",
    ),
    "This folder is a pack itself; others cannot be unpacked in it.": (
        "Denne mappe er selv en pakke; andre kan ikke pakkes ud i den.",
        "Tämä kansio on itse paketti; muita ei voi purkaa siihen.",
        "Questa cartella è già un pacchetto: altri non si possono estrarre al suo interno.",
        "Denne mappen er selv en pakke; andre kan ikke pakkes ut i den.",
        "Den här mappen är själv ett paket; andra kan inte packas upp i den.",
    ),
    "This pack cannot be put into a link: {why}": (
        "Denne pakke kan ikke lægges i et link: {why}",
        "Tätä pakettia ei voi panna linkkiin: {why}",
        "Questo pacchetto non si può mettere in un link: {why}",
        "Denne pakken kan ikke legges i en lenke: {why}",
        "Det här paketet kan inte läggas i en länk: {why}",
    ),
    "This pack is too large for a link: {n} characters, and {most} get through everywhere.": (
        "Denne pakke er for stor til et link: {n} tegn, og {most} kommer igennem overalt.",
        "Tämä paketti on liian suuri linkkiin: {n} merkkiä, ja {most} pääsee läpi kaikkialla.",
        "Questo pacchetto è troppo grande per un link: {n} caratteri, e {most} passano ovunque.",
        "Denne pakken er for stor for en lenke: {n} tegn, og {most} kommer gjennom overalt.",
        "Det här paketet är för stort för en länk: {n} tecken, och {most} kommer fram överallt.",
    ),
    "This is no bundle that can be used: {why}": (
        "Dette er ikke et bundt, der kan bruges: {why}",
        "Tätä nippua ei voi käyttää: {why}",
        "Questo fascio non si può usare: {why}",
        "Dette er ingen bunt som kan brukes: {why}",
        "Det här är ingen bunt som kan användas: {why}",
    ),
    "There is a file in this bundle that is no text in UTF-8.": (
        "Der er en fil i dette bundt, som ikke er tekst i UTF-8.",
        "Tässä nipussa on tiedosto, joka ei ole UTF-8-tekstiä.",
        "In questo fascio c'è un file che non è testo in UTF-8.",
        "Det er en fil i denne bunten som ikke er tekst i UTF-8.",
        "Det finns en fil i den här bunten som inte är text i UTF-8.",
    ),
    "`{path}` has a scenario `{name}` already, or cannot take one more.": (
        "`{path}` har allerede et scenarie `{name}` eller kan ikke tage ét til.",
        "Tiedostossa `{path}` on jo skenaario `{name}`, tai siihen ei mahdu enempää.",
        "`{path}` ha già uno scenario `{name}`, o non ne può contenere un altro.",
        "`{path}` har allerede et scenario `{name}` eller har ikke plass til ett til.",
        "`{path}` har redan ett scenario `{name}` eller rymmer inte ett till.",
    ),
    "There is no such job.": (
        "Det job findes ikke.",
        "Sellaista tehtävää ei ole.",
        "Questo compito non esiste.",
        "Det finnes ikke noen slik jobb.",
        "Det finns inget sådant jobb.",
    ),
    "This took longer than {seconds} seconds and was ended.": (
        "Dette tog længere end {seconds} sekunder og blev afsluttet.",
        "Tämä kesti yli {seconds} sekuntia ja lopetettiin.",
        "È durato più di {seconds} secondi ed è stato interrotto.",
        "Dette tok lengre enn {seconds} sekunder og ble avsluttet.",
        "Det tog längre än {seconds} sekunder och avslutades.",
    ),
    "This broke down; try again.": (
        "Det gik i stykker; prøv igen.",
        "Tämä keskeytyi; yritä uudelleen.",
        "Si è interrotto: riprova.",
        "Dette gikk i stykker; prøv igjen.",
        "Det gick sönder; försök igen.",
    ),
    "The server is too busy; wait a little.": (
        "Serveren har for travlt; vent lidt.",
        "Palvelin on liian kiireinen; odota hetki.",
        "Il server è troppo occupato: aspetta un momento.",
        "Tjeneren har det for travelt; vent litt.",
        "Servern är för upptagen; vänta lite.",
    ),
    "It takes too long to try out so many choices.": (
        "Det tager for lang tid at prøve så mange valg.",
        "Näin monen valinnan kokeileminen kestää liian kauan.",
        "Provare così tante scelte richiede troppo tempo.",
        "Det tar for lang tid å prøve så mange valg.",
        "Det tar för lång tid att pröva så många val.",
    ),
    "There are {n} choices.": (
        "Der er {n} valg.",
        "Valintoja on {n}.",
        "Ci sono {n} scelte.",
        "Det er {n} valg.",
        "Det finns {n} val.",
    ),
    "These packs have just been changed; try again.": (
        "Disse pakker er lige blevet ændret; prøv igen.",
        "Näitä paketteja on juuri muutettu; yritä uudelleen.",
        "Questi pacchetti sono appena stati modificati: riprova.",
        "Disse pakkene er nettopp endret; prøv igjen.",
        "De här paketen har just ändrats; försök igen.",
    ),
    "There is no such request.": (
        "Den forespørgsel findes ikke.",
        "Sellaista pyyntöä ei ole.",
        "Questa richiesta non esiste.",
        "Det finnes ikke noen slik forespørsel.",
        "Det finns ingen sådan begäran.",
    ),
}


# ── refused ─────────────────────────────────────────────────────────────────────
# Refusals: a code of the protocol and a sentence. A refused request changes nothing.


STATUS = {
    "table-001": 400,
    "table-002": 413,
    "table-003": 403,
    "table-004": 404,
    "table-005": 429,
    "table-010": 422,
    "table-011": 422,
    "table-020": 403,
    "table-021": 403,
    "table-022": 403,
    "table-030": 409,
    "table-031": 409,
    "table-032": 409,
    "table-033": 409,
    "table-040": 409,
    "table-050": 409,
    "table-051": 507,
    "table-052": 503,
    "table-053": 422,
}
"""The HTTP status of each code."""


LONGEST = 600
"""The most characters of a sentence."""


class Refused(Travelling):
    """A refused request: `code` is one of the protocol's or of the game's, `sentence` is English with placeholders for `values`.

    The sentence may quote anything: it becomes one line without hidden characters, cut at a maximal length.
    """

    def __init__(self, code: str, sentence: str, **values: object) -> None:
        self.code = code
        self.sentence = sentence
        self.values = values
        super().__init__(self.text)

    @property
    def text(self) -> str:
        """The sentence in English."""
        return self.said("en")

    def said(self, language: str) -> str:
        """The sentence in a language."""
        text = in_words(self.sentence, language)
        line = " ".join((text.format(**self.values) if self.values else text).split())
        return visible(line if len(line) <= LONGEST else f"{line[:LONGEST]}…")

    def told(self, language: str) -> dict[str, object]:
        """The body of a response with this refusal."""
        return {"error": {"code": self.code, "text": self.said(language)}}

    @property
    def status(self) -> int:
        """The HTTP status."""
        return STATUS.get(self.code, 422)
