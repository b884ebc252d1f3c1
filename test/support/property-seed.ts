import fc from 'fast-check';

// A run that fails must fail again for whoever looks into it. `PROPERTY_SEED=$RANDOM npx vitest run test/properties
// test/calendar` looks further.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 2) });
