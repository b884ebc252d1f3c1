// As a NestJS application has it: classes of the package as injection tokens, which decorators name at run time.
import 'reflect-metadata';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Application, type Client, connect, isCareError } from 'care-platform';
import { createSandbox, type Sandbox } from 'care-platform/sandbox';

@Injectable()
class Records {
  constructor(private readonly care: Application) {}

  async nameOf(id: string): Promise<Client['data']['id']> {
    return (await this.care.client({ id })).data.id;
  }
}

const sandbox: Sandbox = createSandbox();
const connected = () => connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });

@Module({ providers: [{ provide: Application, useFactory: connected }, Records] })
class RecordsModule {}

async function main(): Promise<void> {
  const nest = await NestFactory.createApplicationContext(RecordsModule, { logger: false });
  const records = nest.get(Records);
  const [injected] = Reflect.getMetadata('design:paramtypes', Records);
  const error: unknown = await records.nameOf('nobody').catch((reason: unknown) => reason);
  console.log(
    JSON.stringify({
      id: await records.nameOf('EHR-1042'),
      injected: injected === Application,
      error: isCareError(error, 'NotFoundError'),
    }),
  );
  await nest.close();
}

void main();
