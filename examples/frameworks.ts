// Puts resources behind the proxies of frameworks: Vue's, and any other.
import { computed, reactive, ref, shallowRef } from '@vue/reactivity';
import { type Client, connect, type Task } from 'care-platform';

const { CARE_BASE_URL = 'https://app.example.org/api/2', CARE_TOKEN } = process.env;
const care = await connect({ baseUrl: CARE_BASE_URL, token: CARE_TOKEN });

// A resource never changes, so a shallow reference is enough. An update gives a new resource: assign it.
const client = shallowRef<Client>(await care.client({ id: 'EHR-1042' }));
const phone = computed(() => client.value.data.phone_number);
console.log('before:', phone.value);
client.value = await client.value.update({ phone_number: '010-7654321' });
console.log('after:', phone.value);

// Behind a deep proxy, methods and getters work as without it. Arguments may be proxies too.
const state = reactive({ client: client.value, tasks: [] as Task[] });
state.tasks = await state.client.tasks().toArray();
console.log(state.client.links.has('tasks.items'), state.tasks.length);
console.log((await care.client({ url: state.client.url })).data.name);

// Plain forms suit a store that is saved, such as one of Pinia. TypeScript must be given the kind.
const saved = ref(client.value.toPlain());
const restored = await care.restore<Client>(saved.value);
console.log(restored.data.name, restored.links.has('diary'));

// Dependency injection and error trackers often wrap an instance like this.
const wrapped = new Proxy(care, {});
console.log((await wrapped.client({ url: restored.url })).data.last_name);
care.close();
